package dev.reprise.api.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.reprise.agent.message.Explanation;
import java.util.Optional;

/**
 * One thing that is wrong with a request.
 *
 * @param path a member of the body such as {@code input.pattern}, the name of a parameter, or empty
 *     for the whole request
 * @param message what the value must be; reads on from the path
 * @param explanation the same for programs, if there is a code for it
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record FieldError(String path, String message, Optional<Explanation> explanation) {

  /** Creates an error that is explained in words alone. */
  public FieldError(String path, String message) {
    this(path, message, Optional.empty());
  }

  /** Returns path and message as one text. */
  String sentence() {
    return path.isEmpty() ? message : path + " " + message;
  }
}
