package dev.reprise.tool.sql;

import java.util.Locale;
import java.util.Set;

/**
 * One piece of a query.
 *
 * @param text as written; without the quotes if it is quoted
 */
record SqlToken(Kind kind, String text) {

  enum Kind {
    WORD,
    QUOTED_NAME,
    STRING,
    NUMBER,
    SYMBOL
  }

  boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED_NAME;
  }

  /**
   * Returns a name folded for comparison. Databases fold names to upper or lower case, some by
   * Unicode's rules. Names that any database treats as equal are equal here.
   */
  String folded() {
    return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
  }

  /** Returns whether this is the keyword, given in lower case. */
  boolean is(String keyword) {
    return kind == Kind.WORD && folded().equals(keyword);
  }

  boolean isOneOf(Set<String> keywords) {
    return kind == Kind.WORD && keywords.contains(folded());
  }

  boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }
}
