package dev.reprise.tool.sql;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the common tables of a query: {@code WITH name(columns) AS (SELECT …), name …}.
 *
 * <p>It finds them only in a WITH list, because elsewhere the same text is a call with a list of
 * column definitions: {@code FROM f(a) AS (values text)}. It also requires a query after {@code
 * AS}. No column definition can look like one: a column may be named {@code values}, but its type
 * is not a parenthesis. Tested by {@code SqlQueryToolContract}.
 */
final class CommonTableExpressions {

  private static final Set<String> QUERY = Set.of("select", "with");
  private static final Set<String> MATERIALIZED = Set.of("not", "materialized");

  private final List<SqlToken> tokens;
  private final Set<Integer> found = new HashSet<>();

  private CommonTableExpressions(List<SqlToken> tokens) {
    this.tokens = tokens;
  }

  /** Returns the positions of the names of common tables. */
  static Set<Integer> in(List<SqlToken> tokens) {
    var tables = new CommonTableExpressions(tokens);
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).is("with") && !tables.isSymbolAt(i - 1, ".")) {
        tables.readList(tables.isAt(i + 1, "recursive") ? i + 2 : i + 1);
      }
    }
    return tables.found;
  }

  private void readList(int first) {
    int at = first;
    while (isNameAt(at)) {
      int body = body(afterColumns(at + 1));
      if (!isQueryAt(body)) {
        return;
      }
      found.add(at);
      int next = afterClosing(body - 1);
      if (!isSymbolAt(next, ",")) {
        return;
      }
      at = next + 1;
    }
  }

  /** Returns where a query in parentheses starts, after {@code AS} and what may follow it. */
  private int body(int as) {
    if (!isAt(as, "as")) {
      return tokens.size();
    }
    int at = as + 1;
    while (at < tokens.size() && tokens.get(at).isOneOf(MATERIALIZED)) {
      at++;
    }
    return isSymbolAt(at, "(") ? at + 1 : tokens.size();
  }

  private int afterColumns(int at) {
    return isSymbolAt(at, "(") ? afterClosing(at) : at;
  }

  private int afterClosing(int opening) {
    int depth = 0;
    for (int at = opening; at < tokens.size(); at++) {
      if (isSymbolAt(at, "(")) {
        depth++;
      } else if (isSymbolAt(at, ")")) {
        depth--;
      }
      if (depth == 0) {
        return at + 1;
      }
    }
    return tokens.size();
  }

  private boolean isQueryAt(int at) {
    if (at >= tokens.size()) {
      return false;
    }
    return tokens.get(at).isOneOf(QUERY)
        || isSymbolAt(at, "(")
        || (tokens.get(at).is("values") && isSymbolAt(at + 1, "("));
  }

  private boolean isNameAt(int at) {
    return at < tokens.size() && tokens.get(at).isName();
  }

  private boolean isAt(int at, String keyword) {
    return at < tokens.size() && tokens.get(at).is(keyword);
  }

  private boolean isSymbolAt(int at, String symbol) {
    return at >= 0 && at < tokens.size() && tokens.get(at).isSymbol(symbol);
  }
}
