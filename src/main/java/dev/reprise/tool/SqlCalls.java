package dev.reprise.tool;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The calls of functions in a query: every name before a parenthesis that is not, beyond doubt,
 * something else.
 */
record SqlCalls(List<SqlToken> tokens) {

  private static final Set<String> BODY = Set.of("select", "with", "values");
  private static final Set<String> MATERIALIZED = Set.of("not", "materialized");

  SqlCalls {
    tokens = List.copyOf(tokens);
  }

  static boolean isBeforeParenthesis(List<SqlToken> tokens, int i) {
    return tokens.get(i).isName() && i + 1 < tokens.size() && tokens.get(i + 1).isSymbol("(");
  }

  /** Returns what is called here, with its schema if that is said; empty if nothing is. */
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
        || (i > 0 && tokens.get(i - 1).is("as")) // an alias with columns, or a type with a length
        || isPartOfWith(i);
  }

  /** Returns whether this is {@code name(columns) AS (SELECT}, which cannot be a call. */
  private boolean isPartOfWith(int i) {
    int at = i + 2;
    while (isNameAt(at) && isSymbolAt(at + 1, ",")) {
      at += 2;
    }
    if (!isNameAt(at) || !isSymbolAt(at + 1, ")") || !isOneOfAt(at + 2, Set.of("as"))) {
      return false;
    }
    at += 3;
    while (isOneOfAt(at, MATERIALIZED)) {
      at++;
    }
    return isSymbolAt(at, "(") && isOneOfAt(at + 1, BODY);
  }

  private boolean isNameAt(int i) {
    return i < tokens.size() && tokens.get(i).isName();
  }

  private boolean isSymbolAt(int i, String symbol) {
    return i < tokens.size() && tokens.get(i).isSymbol(symbol);
  }

  private boolean isOneOfAt(int i, Set<String> keywords) {
    return i < tokens.size() && tokens.get(i).isOneOf(keywords);
  }
}
