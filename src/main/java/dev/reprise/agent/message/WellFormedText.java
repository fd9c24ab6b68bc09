package dev.reprise.agent.message;

/**
 * Text without unpaired surrogates. Models and tools do write them, but no encoding can store them,
 * and strict readers of JSON refuse even their escapes.
 */
public final class WellFormedText {

  private static final char REPLACEMENT = '\uFFFD';

  private WellFormedText() {}

  /** Returns the text, or the JSON, with U+FFFD in place of each half. */
  public static String of(String text) {
    int half = nextHalf(text, 0);
    if (half == text.length()) {
      return text;
    }
    var whole = new StringBuilder(text);
    for (; half < text.length(); half = nextHalf(text, half + 1)) {
      whole.setCharAt(half, REPLACEMENT);
    }
    return whole.toString();
  }

  /** Returns where the next half is that has no other half; the length if there is none. */
  public static int nextHalf(String text, int from) {
    int i = from;
    while (i < text.length()) {
      if (!Character.isSurrogate(text.charAt(i))) {
        i++;
      } else if (Character.isSupplementaryCodePoint(text.codePointAt(i))) {
        i += 2;
      } else {
        return i;
      }
    }
    return i;
  }
}
