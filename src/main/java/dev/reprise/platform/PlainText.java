package dev.reprise.platform;

import java.util.Set;

/**
 * Text that a terminal, a mail or a page shows as it is. What models, tools and people wrote may
 * have control characters, with which it could move the cursor, begin a line that looks like ours,
 * hide what it says, or turn the direction of what follows. They become visible escapes.
 */
public final class PlainText {

  private static final Set<Integer> SPACES = Set.of((int) '\n', (int) '\r', (int) '\t');
  private static final String ELLIPSIS = "…";

  private PlainText() {}

  /** Returns a text as one line without control characters. */
  public static String of(String text) {
    var plain = new StringBuilder(text.length());
    text.codePoints().forEach(it -> append(it, plain));
    return plain.toString();
  }

  /** Returns the same, with no more than this many characters. */
  public static String of(String text, int most) {
    // a character becomes one or several, so that no more than these can be shown
    String plain = of(text.substring(0, Math.min(text.length(), 2 * most + 1)));
    int length = plain.codePointCount(0, plain.length());
    return length <= most
        ? plain
        : plain.substring(0, plain.offsetByCodePoints(0, most - 1)) + ELLIPSIS;
  }

  /**
   * Returns JSON with an escape for each character that a terminal would not show; it means the
   * same, because such characters are only in texts.
   */
  public static String ofJson(String json) {
    var plain = new StringBuilder(json.length());
    json.codePoints()
        .forEach(
            it -> {
              if (isInvisible(it) && it != '\n' && it != '\r') {
                for (char unit : Character.toChars(it)) {
                  plain.append("\\u%04x".formatted((int) unit));
                }
              } else {
                plain.appendCodePoint(it);
              }
            });
    return plain.toString();
  }

  /** Returns a text with its lines and tabs, and without other control characters. */
  public static String ofLines(String text) {
    var plain = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            it -> {
              if (it == '\n' || it == '\t') {
                plain.appendCodePoint(it);
              } else {
                append(it, plain);
              }
            });
    return plain.toString();
  }

  /** Returns how many characters a text has. */
  public static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  private static void append(int character, StringBuilder plain) {
    if (SPACES.contains(character)) {
      plain.append(' ');
    } else if (isInvisible(character)) {
      plain.append("\\u%04x".formatted(character));
    } else {
      plain.appendCodePoint(character);
    }
  }

  /** Controls, formats such as those of direction, halves of pairs, and separators of lines. */
  private static boolean isInvisible(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
