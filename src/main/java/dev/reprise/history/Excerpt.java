package dev.reprise.history;

/** The beginning of a text that may be long. */
final class Excerpt {

  /** The longest excerpt, in characters. */
  private static final int LENGTH = 200;

  private Excerpt() {}

  static String of(String text) {
    return text.codePointCount(0, text.length()) > LENGTH
        ? text.substring(0, text.offsetByCodePoints(0, LENGTH)) + "…"
        : text;
  }
}
