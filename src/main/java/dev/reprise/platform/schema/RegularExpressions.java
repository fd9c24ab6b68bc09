package dev.reprise.platform.schema;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The regular expressions of a keyword, as far as they determine how much work a check takes.
 *
 * @param number how many there are
 * @param length how long they are together, in characters
 * @param size about how many instructions they are compiled to, at most
 */
record RegularExpressions(int number, long length, long size) {

  /** How long a regular expression of a schema from elsewhere may be, in characters. */
  static final int MAX_LENGTH = 1_000;

  /** How deep its groups may be nested. */
  static final int MAX_NESTING = 100;

  /** How many instructions a unit of work tries at one character each. */
  private static final int INSTRUCTIONS_PER_UNIT = 64;

  private static final Pattern COUNT = Pattern.compile("\\{(?:\\d{1,9},)?(\\d{1,9}),?}");

  static RegularExpressions of(List<String> expressions) {
    return new RegularExpressions(
        expressions.size(),
        expressions.stream().mapToLong(String::length).sum(),
        expressions.stream().mapToLong(RegularExpressions::size).sum());
  }

  /** A count repeats a character or a class, or else a group, which is no longer than the whole. */
  private static long size(String expression) {
    long size = expression.length();
    Matcher count = COUNT.matcher(expression);
    while (count.find()) {
      boolean ofGroup =
          count.start() > 0 && ")}".indexOf(expression.charAt(count.start() - 1)) >= 0;
      size += Long.parseLong(count.group(1)) * (ofGroup ? expression.length() : 2);
    }
    return size;
  }

  /**
   * Returns how many units of work it takes to look for all of them in a text. A matcher tries many
   * instructions at each character, but no more than the text is long for each repetition.
   */
  long work(int characters) {
    long instructions = Math.min(size, length * (characters + 1L));
    return number
        + (long) number * characters / BoundedEvaluation.CHARACTERS_PER_UNIT
        + characters * instructions / INSTRUCTIONS_PER_UNIT;
  }

  /**
   * Checks a regular expression from elsewhere.
   *
   * @throws IllegalArgumentException if it is too long, or its groups are nested too deeply
   */
  static void check(String expression) {
    if (expression.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "its regular expressions must have at most %d characters each".formatted(MAX_LENGTH));
    }
    if (nesting(expression) > MAX_NESTING) {
      throw new IllegalArgumentException(
          "its regular expressions must not be nested deeper than %d".formatted(MAX_NESTING));
    }
  }

  /** Parentheses in classes and after a backslash are characters. */
  private static int nesting(String expression) {
    int deepest = 0;
    int depth = 0;
    boolean isInClass = false;
    for (int i = 0; i < expression.length(); i++) {
      switch (expression.charAt(i)) {
        case '\\' -> i++;
        case '[' -> isInClass = true;
        case ']' -> isInClass = false;
        case '(' -> depth += isInClass ? 0 : 1;
        case ')' -> depth -= isInClass ? 0 : 1;
        default -> {}
      }
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }
}
