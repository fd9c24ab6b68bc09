package dev.reprise.model;

import dev.reprise.platform.redaction.Redaction;

/**
 * A text that is still growing, as far as it may be shown: redacted, and without its newest words,
 * in which a secret may have begun. What was shown stays; should a secret be found in it later, the
 * rest is not shown any more.
 */
final class StreamedText {

  /** Longer than what is redacted, as a rule; where nothing is, nothing is held back. */
  static final int HELD_BACK = 200;

  /** Nobody follows more of one reply, in characters. */
  static final int MOST = 256 * 1024;

  private final Redaction redaction;
  private final StringBuilder said = new StringBuilder();
  private int looked;
  private String shown = "";

  StreamedText(Redaction redaction) {
    this.redaction = redaction;
  }

  synchronized void append(String more) {
    if (said.length() + more.length() <= MOST) {
      said.append(more);
    }
  }

  /** Returns what may be shown; each time it begins with what it was before. */
  synchronized String shown() {
    if (looked < said.length()) {
      looked = said.length();
      String safe = redaction.text(said.toString());
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
