package dev.reprise.tool.sql;

import dev.reprise.tool.ToolException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.Select;

/**
 * Checks queries before they reach a database. It admits one plain {@code SELECT}, which calls only
 * allowed functions and names no system table.
 *
 * <p>A parser decides whether the text is one query. The guard judges what the query does from its
 * {@linkplain SqlTokens pieces} and not from the parser's tree, because it cannot miss a piece. A
 * called function is a name before a parenthesis, and whatever changes or locks rows inside a query
 * has its keyword. So the guard refuses a few harmless queries, and its message says how to write
 * them. PostgreSQL also calls functions in other ways, which {@link PostgresFunctions} checks.
 * Tested by {@code SqlQueryToolContract}.
 */
final class SqlGuard {

  /** Longer queries cost the parser too much time, and no question needs them. */
  static final int MAX_LENGTH = 20_000;

  private static final int PARSER_MILLIS = 5_000;

  private static final Set<String> CHANGING =
      Set.of("insert", "update", "delete", "merge", "truncate", "into", "call");

  private static final Set<String> LOCKING = Set.of("share", "key", "no");

  private static final Set<String> SYSTEM_SCHEMAS =
      Set.of(
          "sys",
          "syscat",
          "syscs_diag",
          "syscs_util",
          "sysfun",
          "sysibm",
          "sysproc",
          "sysstat",
          "sqlj",
          "nullid",
          "information_schema");

  private static final Set<String> READABLE =
      Set.of(
          "sys.sysschemas",
          "sys.systables",
          "sys.syscolumns",
          "information_schema.schemata",
          "information_schema.tables",
          "information_schema.columns",
          "information_schema.table_constraints",
          "information_schema.key_column_usage",
          "information_schema.constraint_column_usage",
          "information_schema.referential_constraints");

  private final ExecutorService threads;

  /**
   * @param threads for the parser, because there are texts on which it would not end
   */
  SqlGuard(ExecutorService threads) {
    this.threads = threads;
  }

  /** A query that may run, and its pieces. */
  record Admitted(String sql, List<SqlToken> tokens) {

    Admitted {
      tokens = List.copyOf(tokens);
    }

    /** Returns the number of its question marks. */
    int parameters() {
      return (int) tokens.stream().filter(token -> token.isSymbol("?")).count();
    }
  }

  /**
   * Checks a query.
   *
   * @param source the database of the query, which decides which functions the query may call
   * @throws ToolException {@value SqlTokens#REFUSED} if it is not a single plain query, or calls or
   *     names what is not allowed; says what is allowed
   */
  Admitted check(String text, SqlSource source) throws ToolException {
    String sql = withoutEnd(text);
    if (sql.length() > MAX_LENGTH) {
      throw refused("a query must have at most %d characters".formatted(MAX_LENGTH));
    }
    List<SqlToken> tokens = SqlTokens.of(sql);
    checkKind(tokens);
    checkRecursion(tokens, source);
    var calls = SqlFunctionCalls.of(tokens);
    for (int i = 0; i < tokens.size(); i++) {
      checkWord(tokens, i);
      checkName(tokens, i);
      checkCall(calls, i, source.functions());
    }
    parse(sql);
    return new Admitted(sql, tokens);
  }

  private static String withoutEnd(String text) {
    String sql = text.strip();
    return sql.endsWith(";") ? sql.substring(0, sql.length() - 1).stripTrailing() : sql;
  }

  private static void checkKind(List<SqlToken> tokens) throws ToolException {
    SqlToken first =
        tokens.stream()
            .filter(token -> !token.isSymbol("("))
            .findFirst()
            .orElseThrow(() -> refused("there is no query"));
    if (!first.is("select") && !first.is("with")) {
      throw refused(
          "only queries are allowed, which begin with SELECT or WITH, not with '%s'"
              .formatted(first.text()));
    }
  }

  /** Recursion can produce rows without end, which the database holds in memory and on disk. */
  private static void checkRecursion(List<SqlToken> tokens, SqlSource source) throws ToolException {
    for (int i = 1; i < tokens.size(); i++) {
      if (!source.allowsRecursion()
          && tokens.get(i).is("recursive")
          && tokens.get(i - 1).is("with")) {
        throw refused(
            "WITH RECURSIVE is not allowed on '%s'; its operator may allow it"
                .formatted(source.name()));
      }
    }
  }

  private static void checkWord(List<SqlToken> tokens, int i) throws ToolException {
    SqlToken token = tokens.get(i);
    if (token.kind() != SqlToken.Kind.WORD) {
      return;
    }
    String word = token.folded();
    if (CHANGING.contains(word)) {
      throw refused(
          "%s is not allowed anywhere in a query; a column of that name is quoted"
              .formatted(token.text()));
    }
    if (word.equals("for") && i + 1 < tokens.size() && tokens.get(i + 1).isOneOf(LOCKING)) {
      throw refused("rows are not locked: FOR UPDATE, FOR SHARE and the like are not allowed");
    }
    if (word.equals("next") && i + 1 < tokens.size() && tokens.get(i + 1).is("value")) {
      throw refused("NEXT VALUE FOR changes a sequence and is not allowed");
    }
  }

  private static void checkName(List<SqlToken> tokens, int i) throws ToolException {
    SqlToken token = tokens.get(i);
    if (!token.isName() || SqlFunctionCalls.isBeforeParenthesis(tokens, i)) {
      return;
    }
    String name = token.folded();
    boolean isOfPostgres = name.startsWith("pg_") || name.startsWith("_pg_");
    boolean isQualifier = i + 2 < tokens.size() && tokens.get(i + 1).isSymbol(".");
    if (isOfPostgres
        || (isQualifier
            && SYSTEM_SCHEMAS.contains(name)
            && !READABLE.contains(name + "." + tokens.get(i + 2).folded()))) {
      throw refused(
          "'%s' is the database's own; readable of that are %s"
              .formatted(token.text(), String.join(", ", new TreeSet<>(READABLE))));
    }
  }

  private static void checkCall(SqlFunctionCalls calls, int i, SqlFunctions functions)
      throws ToolException {
    Optional<String> name = calls.at(i);
    if (name.isPresent() && !functions.allow(name.get())) {
      throw refused(
          "%s(…) is not allowed; functions that are: %s. An alias with columns has AS before it"
              .formatted(name.get(), functions));
    }
  }

  private void parse(String sql) throws ToolException {
    Statement statement;
    try {
      statement = CCJSqlParserUtil.parse(sql, threads, parser -> parser.withTimeOut(PARSER_MILLIS));
    } catch (JSQLParserException e) {
      throw refused("it cannot be read as one query: " + reason(e));
    }
    if (!(statement instanceof Select)) {
      throw refused("only queries are allowed");
    }
  }

  private static String reason(JSQLParserException e) {
    String message = e.getMessage();
    return message == null || message.isBlank()
        ? "it is nested too deeply to be understood within %d s".formatted(PARSER_MILLIS / 1_000)
        : message.lines().limit(3).map(String::strip).reduce((a, b) -> a + " " + b).orElse("");
  }

  private static ToolException refused(String reason) {
    return new ToolException(SqlTokens.REFUSED, reason);
  }
}
