package dev.reprise.tool.sql;

import dev.reprise.tool.ToolException;
import dev.reprise.tool.sql.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Splits a query into pieces that every database reads in the same way. It refuses whatever
 * databases read differently: comments, prefixed and dollar-quoted strings, escapes, back quotes,
 * JDBC's braces, and invisible characters. So no text can be a string here and a statement in the
 * database. Tested by {@code SqlQueryToolContract}.
 */
final class SqlTokens {

  /** The code of every refusal of a query. */
  static final String REFUSED = "sql_refused";

  private static final String SYMBOLS = "(),.+-*/%<>=!|?:[]~#@&^";

  private static final Map<Character, String> REFUSALS =
      Map.of(
          ';', "there is a ';' inside; exactly one statement is allowed",
          '$', "'$' outside of quotes is not allowed; a string must be in single quotes",
          '\\', "'\\' outside of quotes is not allowed",
          '`', "'`' is not allowed; a name is quoted with \"",
          '{', "'{' is not allowed; JDBC escapes are not understood",
          '}', "'}' is not allowed; JDBC escapes are not understood");

  private final String sql;
  private final List<SqlToken> tokens = new ArrayList<>();
  private int at;

  private SqlTokens(String sql) {
    this.sql = sql;
  }

  /**
   * Splits a query.
   *
   * @throws ToolException {@value #REFUSED} if it contains anything that is not plain
   */
  static List<SqlToken> of(String sql) throws ToolException {
    return new SqlTokens(sql).read();
  }

  private List<SqlToken> read() throws ToolException {
    while (at < sql.length()) {
      char next = sql.charAt(at);
      if (next == ' ' || next == '\t' || next == '\n' || next == '\r') {
        at++;
      } else if (next == '\'' || next == '"') {
        tokens.add(quoted(next));
      } else if (isLetter(next)) {
        tokens.add(word());
      } else if (isDigit(next)) {
        tokens.add(number());
      } else {
        tokens.add(symbol(next));
      }
    }
    return tokens;
  }

  private SqlToken quoted(char quote) throws ToolException {
    if (at > 0 && (isWordPart(sql.charAt(at - 1)) || sql.charAt(at - 1) == '&')) {
      throw refused("strings and names with a prefix, such as E'' or U&'', are not allowed");
    }
    StringBuilder text = new StringBuilder();
    for (int i = at + 1; i < sql.length(); i++) {
      char next = sql.charAt(i);
      if (next != quote) {
        text.append(next);
      } else if (i + 1 < sql.length() && sql.charAt(i + 1) == quote) {
        text.append(next);
        i++;
      } else {
        at = i + 1;
        return new SqlToken(quote == '"' ? Kind.QUOTED_NAME : Kind.STRING, text.toString());
      }
    }
    throw refused("a quote %s is not closed".formatted(quote));
  }

  private SqlToken word() {
    int from = at;
    while (at < sql.length() && isWordPart(sql.charAt(at))) {
      at++;
    }
    return new SqlToken(Kind.WORD, sql.substring(from, at));
  }

  /** Reads no letter except that of an exponent, because a word may follow a number directly. */
  private SqlToken number() {
    int from = at;
    skipDigits();
    if (at < sql.length() && sql.charAt(at) == '.') {
      at++;
      skipDigits();
    }
    int exponent = at;
    if (at < sql.length() && (sql.charAt(at) == 'e' || sql.charAt(at) == 'E')) {
      at++;
      if (at < sql.length() && (sql.charAt(at) == '+' || sql.charAt(at) == '-')) {
        at++;
      }
      int digits = at;
      skipDigits();
      if (at == digits) {
        at = exponent;
      }
    }
    return new SqlToken(Kind.NUMBER, sql.substring(from, at));
  }

  private void skipDigits() {
    while (at < sql.length() && isDigit(sql.charAt(at))) {
      at++;
    }
  }

  private SqlToken symbol(char next) throws ToolException {
    if (sql.startsWith("--", at) || sql.startsWith("/*", at) || sql.startsWith("*/", at)) {
      throw refused("comments are not allowed; leave them out");
    }
    if (SYMBOLS.indexOf(next) < 0) {
      String reason =
          Optional.ofNullable(REFUSALS.get(next))
              .orElseGet(() -> "the character U+%04X is not allowed".formatted((int) next));
      throw refused(reason);
    }
    at++;
    return new SqlToken(Kind.SYMBOL, String.valueOf(next));
  }

  private ToolException refused(String reason) {
    return new ToolException(REFUSED, "%s (at character %d)".formatted(reason, at + 1));
  }

  private static boolean isLetter(char next) {
    return next == '_' || Character.isLetter(next);
  }

  private static boolean isDigit(char next) {
    return next >= '0' && next <= '9';
  }

  private static boolean isWordPart(char next) {
    return isLetter(next) || isDigit(next);
  }
}
