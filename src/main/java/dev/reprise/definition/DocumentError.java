package dev.reprise.definition;

/**
 * One thing that is wrong with an agent's document.
 *
 * @param path where, in the document's own terms: {@code phases[1].tools[0]}, {@code line 3} where
 *     the document could not be read, empty for the whole
 * @param message what is wrong and what is allowed; cut, like the path, after 500 characters
 */
public record DocumentError(String path, String message) {

  /**
   * The most that a document is told of: faults breed faults, and a stranger may send thousands.
   */
  static final int MOST = 100;

  private static final int MAX_LENGTH = 500;

  public DocumentError {
    path = cut(path);
    message = cut(message);
  }

  /** Returns where a member stands, given where its object stands. */
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
