package dev.reprise.api.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.reprise.agent.message.Explanation;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.DocumentPlace;
import java.util.Optional;
import java.util.Set;

/**
 * One thing that is wrong with a request.
 *
 * @param path a member of the body such as {@code input.pattern}, the name of a parameter, or empty
 *     for the whole request
 * @param message what the value must be, which reads on from the path; or a sentence of its own
 * @param place where that is in the text of a document; absent if the request has none
 * @param explanation the same for programs, if there is a code for it
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record FieldError(
    String path, String message, Optional<DocumentPlace> place, Optional<Explanation> explanation) {

  /** How messages begin whose subject is the path. */
  private static final Set<String> PREDICATES =
      Set.of("must", "is", "has", "may", "can", "cannot", "does", "needs");

  /** Creates an error that is explained in words alone. */
  public FieldError(String path, String message) {
    this(path, message, Optional.empty(), Optional.empty());
  }

  /** Returns an error of a document that a request has. */
  public static FieldError of(DocumentError error) {
    return new FieldError(error.path(), error.message(), error.place(), Optional.empty());
  }

  /** Returns path and message as one text. */
  String sentence() {
    if (path.isEmpty()) {
      return message;
    }
    boolean readsOn = PREDICATES.contains(message.split(" ", 2)[0]);
    return path + (readsOn ? " " : ": ") + message;
  }
}
