package dev.reprise.tool.file;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.reprise.platform.schema.BoundedPattern;
import dev.reprise.tool.ToolException;

/**
 * A regular expression that a model wrote, in RE2 syntax, without look-around and back-references.
 * In return, matching takes time linear in the text and stops when the thread is interrupted.
 * Tested by {@code HostileSchemaTest}.
 */
public final class LinePattern {

  private static final int MAX_LENGTH = 500;

  private final Pattern pattern;

  private LinePattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /**
   * Compiles a regular expression.
   *
   * @throws ToolException {@code invalid_pattern} if it is not one, or too long
   */
  public static LinePattern of(String text) throws ToolException {
    if (text.length() > MAX_LENGTH) {
      throw new ToolException(
          "invalid_pattern", "a pattern must have at most " + MAX_LENGTH + " characters");
    }
    try {
      return new LinePattern(BoundedPattern.compile(text));
    } catch (PatternSyntaxException e) {
      throw new ToolException(
          "invalid_pattern", "'%s' is no RE2 pattern: %s".formatted(text, e.getDescription()));
    }
  }

  /**
   * Returns whether the pattern occurs in a line.
   *
   * @throws InterruptedException if the thread is interrupted, even in the middle of a long line
   */
  public boolean occursIn(String line) throws InterruptedException {
    try {
      return pattern.matcher(new WatchedText(line)).find();
    } catch (MatchInterruptedException e) {
      throw new InterruptedException("interrupted in a search");
    }
  }

  /** Returns its characters until the thread is interrupted; the matcher calls nothing else. */
  private record WatchedText(CharSequence text) implements CharSequence {

    @Override
    public char charAt(int index) {
      if (Thread.currentThread().isInterrupted()) {
        throw new MatchInterruptedException();
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

  private static final class MatchInterruptedException extends RuntimeException {}
}
