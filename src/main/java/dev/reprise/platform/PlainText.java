package dev.reprise.platform;

/**
 * Text that a terminal, a mail or a page shows as it is. What models, tools and people wrote may
 * have characters with which it could move the cursor, begin a line that looks like ours, hide what
 * it says, turn the direction of what follows, or push it out of sight. They are shown by their
 * numbers, such as {@code ⟨U+202E⟩} or {@code ⟨200 × U+3000⟩}, as the console shows them.
 */
public final class PlainText {

  private static final String ELLIPSIS = "…";

  private PlainText() {}

  /** Returns a text as one line in which nothing is unseen. */
  public static String of(String text) {
    return ofLines(text.replace('\r', ' ')).replace('\n', ' ').replace('\t', ' ');
  }

  /** Returns the same, with no more than this many characters. */
  public static String of(String text, int most) {
    String plain = of(text);
    return width(plain) <= most ? plain : beginning(plain, most - 1) + ELLIPSIS;
  }

  /**
   * Returns the beginning of a text as one line, and how many characters of it are left out, if it
   * has more than this many.
   */
  public static String ofCounted(String text, int most) {
    String plain = of(text);
    int left = width(plain) - most;
    return left <= 0 ? plain : "%s%s (+%,d)".formatted(beginning(plain, most), ELLIPSIS, left);
  }

  /**
   * Returns JSON with an escape for each character that a terminal would not show; it means the
   * same, because such characters are only in texts.
   */
  public static String ofJson(String json) {
    return UnseenText.escaped(json);
  }

  /** Returns a text with its lines and tabs in which nothing else is unseen. */
  public static String ofLines(String text) {
    return UnseenText.marked(text);
  }

  /** Returns how many characters a text has. */
  public static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String beginning(String text, int length) {
    return text.substring(0, text.offsetByCodePoints(0, length));
  }
}
