package dev.reprise.tool.sql;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The names in a query by which PostgreSQL may come to call a function. There are two places for
 * them and no third: before a parenthesis, and after a dot, for {@code c.purge} calls {@code
 * purge(c)} if {@code c} has no column of that name, whatever {@code c} is.
 *
 * @param called before a parenthesis, also where that is no call
 * @param attributes after a dot
 */
record SqlFunctionNames(Set<String> called, Set<String> attributes) {

  SqlFunctionNames {
    called = Set.copyOf(called);
    attributes = Set.copyOf(attributes);
  }

  static SqlFunctionNames of(List<SqlToken> tokens) {
    Set<String> called = new TreeSet<>();
    Set<String> attributes = new TreeSet<>();
    for (int i = 0; i < tokens.size(); i++) {
      if (SqlFunctionCalls.isBeforeParenthesis(tokens, i)) {
        addAsRead(called, tokens.get(i));
      } else if (i > 0 && tokens.get(i).isName() && tokens.get(i - 1).isSymbol(".")) {
        addAsRead(attributes, tokens.get(i));
      }
    }
    return new SqlFunctionNames(called, attributes);
  }

  /** As it stands there, and in whatever way a database may fold it. */
  private static void addAsRead(Set<String> names, SqlToken token) {
    names.add(token.text());
    names.add(token.folded());
    names.add(asciiLower(token.text()));
  }

  /** PostgreSQL folds no other letters where a character has several bytes. */
  private static String asciiLower(String text) {
    StringBuilder lower = new StringBuilder(text);
    for (int i = 0; i < lower.length(); i++) {
      char letter = lower.charAt(i);
      if (letter >= 'A' && letter <= 'Z') {
        lower.setCharAt(i, Character.toLowerCase(letter));
      }
    }
    return lower.toString();
  }
}
