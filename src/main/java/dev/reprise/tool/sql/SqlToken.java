package dev.reprise.tool.sql;

import java.util.Locale;
import java.util.Set;

/**
 * One piece of a query.
 *
 * @param text as it stands there; of something quoted, without quotes
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
   * Returns a name as it is compared with others. Databases fold names in one direction or the
   * other, some by Unicode's rules; whatever any of them takes for the same is the same here.
   */
  String folded() {
    return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
  }

  /** Returns whether this is the keyword, which stands in lower case. */
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
