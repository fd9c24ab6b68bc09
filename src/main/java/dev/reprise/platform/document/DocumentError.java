package dev.reprise.platform.document;

import java.util.Optional;

/**
 * One thing that is wrong with a document.
 *
 * @param path its place in the document's own terms: {@code phases[1].tools[0]}, {@code line 3} in
 *     a document that cannot be read, empty for the whole document
 * @param message what is wrong and what is allowed; cut, like the path, after 500 characters
 * @param place where that is in the text; empty if there is none, or it was not looked for
 */
public record DocumentError(String path, String message, Optional<DocumentPlace> place) {

  /**
   * The largest number of errors that are reported of one document: one fault causes others, and a
   * stranger may send thousands.
   */
  public static final int MAX_REPORTED = 100;

  private static final int MAX_LENGTH = 500;

  public DocumentError {
    path = cut(path);
    message = cut(message);
  }

  public DocumentError(String path, String message) {
    this(path, message, Optional.empty());
  }

  /** Returns the error with its place, if that is not known yet. */
  DocumentError at(Optional<DocumentPlace> found) {
    return new DocumentError(path, message, place.or(() -> found));
  }

  /** Returns the path of a member of the object at a path. */
  public static String under(String path, String member) {
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
