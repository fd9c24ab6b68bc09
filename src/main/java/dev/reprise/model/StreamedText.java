package dev.reprise.model;

import dev.reprise.platform.redaction.Redaction;

/**
 * The part of a growing text that may be shown: redacted, and without its newest words, in which a
 * secret may have begun. What was shown stays. If a secret is found in it later, no more text is
 * shown.
 */
final class StreamedText {

  /** Characters that are held back, more than most secrets have; none if nothing is redacted. */
  static final int HELD_BACK = 200;

  /** The maximum length that is shown of one reply, in characters. */
  static final int MAX_LENGTH = 256 * 1024;

  private final Redaction redaction;
  private final StringBuilder whole = new StringBuilder();
  private int checkedLength;
  private String shown = "";

  StreamedText(Redaction redaction) {
    this.redaction = redaction;
  }

  synchronized void append(String more) {
    if (whole.length() + more.length() <= MAX_LENGTH) {
      whole.append(more);
    }
  }

  /** Returns the text that may be shown. It always begins with the text of the previous call. */
  synchronized String shown() {
    if (checkedLength < whole.length()) {
      checkedLength = whole.length();
      String safe = redaction.text(whole.toString());
      int end = Math.max(0, safe.length() - (redaction.isIdle() ? 0 : HELD_BACK));
      if (end > 0 && Character.isHighSurrogate(safe.charAt(end - 1))) {
        end--;
      }
      if (end > shown.length() && safe.startsWith(shown)) {
        shown = safe.substring(0, end);
      }
    }
    return shown;
  }
}
