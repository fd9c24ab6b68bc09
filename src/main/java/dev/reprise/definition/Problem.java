package dev.reprise.definition;

/**
 * One thing that is wrong with an agent's document.
 *
 * @param path where, in the document's own terms: {@code phases[1].tools[0]}, {@code line 3} where
 *     the document could not be read, empty for the whole
 * @param message what is wrong and what is allowed
 */
public record Problem(String path, String message) {

  /** Returns where a member stands, given where its object stands. */
  static String under(String path, String member) {
    return path.isEmpty() ? member : path + "." + member;
  }

  @Override
  public String toString() {
    return path.isEmpty() ? message : path + ": " + message;
  }
}
