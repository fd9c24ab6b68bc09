package dev.reprise.tool.sql;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The function calls in a query: every name before a parenthesis that is not certainly something
 * else.
 *
 * @param commonTables the positions of the names in a WITH list, which have their columns after
 *     them
 */
record SqlFunctionCalls(List<SqlToken> tokens, Set<Integer> commonTables) {

  SqlFunctionCalls {
    tokens = List.copyOf(tokens);
    commonTables = Set.copyOf(commonTables);
  }

  static SqlFunctionCalls of(List<SqlToken> tokens) {
    return new SqlFunctionCalls(tokens, CommonTableExpressions.in(tokens));
  }

  static boolean isBeforeParenthesis(List<SqlToken> tokens, int i) {
    return tokens.get(i).isName() && i + 1 < tokens.size() && tokens.get(i + 1).isSymbol("(");
  }

  /**
   * Returns the function that is called here, with its schema if given; empty if there is no call.
   */
  Optional<String> at(int i) {
    if (!isBeforeParenthesis(tokens, i)) {
      return Optional.empty();
    }
    String qualifier = qualifier(i);
    return qualifier.isEmpty() && isSomethingElse(i)
        ? Optional.empty()
        : Optional.of(qualifier + tokens.get(i).folded());
  }

  private String qualifier(int i) {
    if (i == 0 || !tokens.get(i - 1).isSymbol(".")) {
      return "";
    }
    return i == 1 ? "." : qualifier(i - 2) + tokens.get(i - 2).folded() + ".";
  }

  private boolean isSomethingElse(int i) {
    return SqlFunctions.isKeyword(tokens.get(i))
        || isAfterAs(i) // an alias with columns, or a type with a length
        || commonTables.contains(i);
  }

  /** After a dot, {@code as} is the name of a column. */
  private boolean isAfterAs(int i) {
    return i > 0 && tokens.get(i - 1).is("as") && (i == 1 || !tokens.get(i - 2).isSymbol("."));
  }
}
