package dev.reprise.api.http;

/**
 * One thing that is wrong with a request.
 *
 * @param path where: a member of the body such as {@code input.pattern}, a parameter's name, or
 *     empty for the whole
 * @param message what is wrong and what is allowed
 */
public record FieldError(String path, String message) {

  /** Returns it as one text. */
  String sentence() {
    return path.isEmpty() ? message : path + " " + message;
  }
}
