package dev.reprise.api.http;

/**
 * One thing that is wrong with a request.
 *
 * @param path a member of the body such as {@code input.pattern}, the name of a parameter, or empty
 *     for the whole request
 * @param message what the value must be; reads on from the path
 */
public record FieldError(String path, String message) {

  /** Returns path and message as one text. */
  String sentence() {
    return path.isEmpty() ? message : path + " " + message;
  }
}
