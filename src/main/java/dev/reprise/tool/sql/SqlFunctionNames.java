package dev.reprise.tool.sql;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The names in a query by which PostgreSQL may call a function. They occur in exactly two places:
 * before a parenthesis and after a dot. After a dot, {@code c.purge} calls {@code purge(c)} if
 * {@code c} has no column of that name, whatever {@code c} is.
 *
 * @param called the names before a parenthesis, even if that is no call
 * @param attributes the names after a dot
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

  /** Adds the name as written, and in each form into which a database may fold it. */
  private static void addAsRead(Set<String> names, SqlToken token) {
    names.add(token.text());
    names.add(token.folded());
    names.add(asciiLower(token.text()));
  }

  /** PostgreSQL folds no other letters in a multibyte encoding. */
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
