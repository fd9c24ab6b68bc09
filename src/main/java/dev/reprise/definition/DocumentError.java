package dev.reprise.definition;

/**
 * A problem of an agent's document.
 *
 * @param path the place within the document: {@code phases[1].tools[0]}, or {@code line 3} if the
 *     document could not be parsed; empty for the whole document
 * @param message what must be; cut after 500 characters, like the path
 */
public record DocumentError(String path, String message) {

  /**
   * The maximum number of problems that are reported: one fault can cause many, and a document may
   * have thousands.
   */
  static final int MOST = 100;

  private static final int MAX_LENGTH = 500;

  public DocumentError {
    path = cut(path);
    message = cut(message);
  }

  /** Returns the path of a member of the object at a path. */
  static String under(String path, String member) {
    return path.isEmpty() ? member : path + "." + member;
  }

  private static String cut(String text) {
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
  }

  @Override
  public String toString() {
    return path.isEmpty() ? message : path + ": " + message;
  }
}
