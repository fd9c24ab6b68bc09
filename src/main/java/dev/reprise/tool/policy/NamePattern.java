package dev.reprise.tool.policy;

import java.util.Set;

/** Name patterns as an operator writes them: {@code *} matches any characters. */
final class NamePattern {

  private NamePattern() {}

  /**
   * Returns whether a name matches a pattern.
   *
   * @param pattern of letters, digits, {@code _}, {@code -} and {@code *}, of which only the star
   *     has a meaning in a regular expression
   */
  static boolean fits(String pattern, String name) {
    return name.matches(pattern.replace("*", ".*"));
  }

  static boolean fitsAny(Set<String> patterns, String name) {
    return patterns.stream().anyMatch(pattern -> fits(pattern, name));
  }
}
