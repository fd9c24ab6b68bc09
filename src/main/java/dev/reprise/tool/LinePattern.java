package dev.reprise.tool;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A regular expression that a model wrote, in RE2 syntax: no look-around and no back-references,
 * and in return matching takes time linear in the text and stops when the thread is interrupted.
 */
final class LinePattern {

  private static final int MAX_LENGTH = 500;

  private final Pattern pattern;

  private LinePattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /**
   * Reads a regular expression.
   *
   * @throws ToolFailure {@code invalid_pattern} if it is none, or too long
   */
  static LinePattern of(String text) throws ToolFailure {
    if (text.length() > MAX_LENGTH) {
      throw new ToolFailure(
          "invalid_pattern", "a pattern has at most " + MAX_LENGTH + " characters");
    }
    try {
      return new LinePattern(Pattern.compile(text));
    } catch (PatternSyntaxException e) {
      throw new ToolFailure(
          "invalid_pattern", "'%s' is no RE2 pattern: %s".formatted(text, e.getDescription()));
    }
  }

  /**
   * Returns whether the pattern occurs in a line.
   *
   * @throws InterruptedException if the thread is interrupted, also in the middle of a long line
   */
  boolean occursIn(String line) throws InterruptedException {
    try {
      return pattern.matcher(new WatchedText(line)).find();
    } catch (Interrupted e) {
      throw new InterruptedException("interrupted in a search");
    }
  }

  /**
   * Gives out its characters until the thread is interrupted; the matcher asks for nothing else.
   */
  private record WatchedText(CharSequence text) implements CharSequence {

    @Override
    public char charAt(int index) {
      if (Thread.currentThread().isInterrupted()) {
        throw new Interrupted();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new WatchedText(text.subSequence(start, end));
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }

  private static final class Interrupted extends RuntimeException {}
}
