package dev.reprise.tool.sql;

import static dev.reprise.agent.EffectClass.READ_ONLY;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.ExecutionThreads.ForCalls;
import dev.reprise.tool.DescriptionMethod;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.text.ResultRemarks;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Queries a database that the operator named. It changes nothing in the database: the query passes
 * {@link SqlGuard}, and runs as a {@link ReadOnlyQuery}.
 */
@ApplicationScoped
class SqlQueryTool {

  private static final long SECONDS_TO_CANCEL = 2;

  private final SqlSources sources;
  private final ExecutorService threads;
  private final SqlGuard guard;

  /**
   * @param threads that run the queries, so that the waiting thread can end one
   */
  @Inject
  SqlQueryTool(SqlSources sources, @ForCalls ExecutorService threads) {
    this.sources = sources;
    this.threads = threads;
    this.guard = new SqlGuard(threads);
  }

  record Arguments(
      @JsonPropertyDescription("which data source to ask") String source,
      @JsonPropertyDescription("for example SELECT name FROM customer WHERE id = ?") @Size(min = 1)
          String sql,
      @JsonPropertyDescription("values for the question marks, in their order")
          @JsonProperty(defaultValue = "[]")
          @Size(max = 100)
          List<ValueNode> parameters,
      @JsonPropertyDescription("how many rows to give at most, default 100")
          @JsonProperty(defaultValue = "100")
          @Min(1)
          @Max(1000)
          int limit) {}

  /**
   * Every tenant reads the same description, so it names no source that only some tenants may use.
   */
  @DescriptionMethod
  public String description() {
    Set<String> shared = sources.sharedNames();
    String others =
        sources.areDivided()
            ? " There may be others for you: a call with an unknown one is told which there are."
            : "";
    return """
        Asks a database with one SQL query (SELECT or WITH … SELECT; PostgreSQL or Derby dialect) and \
        gives a line with the columns and their types, then a JSON array for each row. Nothing can be \
        changed. Values go into "parameters", one for each ? of the query. No comments; functions are \
        the usual scalar, aggregate and window functions. What tables there are say \
        information_schema.tables and .columns (PostgreSQL), or SYS.SYSTABLES and SYS.SYSCOLUMNS \
        (Derby). To see more than the limit, order by a key and ask for what lies behind the last \
        row. Data sources here: %s.%s"""
        .formatted(shared.isEmpty() ? "none" : String.join(", ", shared), others);
  }

  @ToolMethod(
      name = "sql_query",
      effect = READ_ONLY,
      category = "data",
      tags = {"sql", "read"},
      timeout = "PT1M")
  public ToolOutcome query(Arguments arguments, ToolRequest request) throws Exception {
    SqlSource source = sources.require(arguments.source(), allowed(request));
    SqlGuard.Admitted query = guard.check(arguments.sql(), source);
    List<JsonNode> parameters = List.copyOf(arguments.parameters());
    if (parameters.size() != query.parameters()) {
      throw new ToolException(
          "invalid_arguments",
          "the query has %d question marks, and there are %d parameters"
              .formatted(query.parameters(), parameters.size()));
    }
    return shown(rows(source, query, parameters, arguments.limit()));
  }

  /** Returns the data sources that the agent of a call may query. */
  private SortedSet<String> allowed(ToolRequest request) {
    return sources.names(request.origin().tenant()).stream()
        .filter(request.origin().grant()::reaches)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private SqlRows rows(
      SqlSource source, SqlGuard.Admitted admitted, List<JsonNode> parameters, int limit)
      throws Exception {
    var query =
        new ReadOnlyQuery(
            sources.database(source),
            ReadOnlyQuery.TIME,
            connection -> checkOnPostgres(connection, source, admitted));
    Future<SqlRows> rows =
        threads.submit(
            () ->
                query.run(
                    admitted.sql(), parameters, limit + 1, found -> SqlRows.read(found, limit)));
    try {
      return rows.get();
    } catch (InterruptedException e) {
      end(query, rows);
      throw e;
    } catch (ExecutionException e) {
      throw switch (e.getCause()) {
        case SQLException met -> SqlErrorMapper.of(source.name(), met);
        case ToolException refused -> refused;
        case null, default -> e;
      };
    }
  }

  private static void checkOnPostgres(
      Connection connection, SqlSource source, SqlGuard.Admitted query)
      throws SQLException, ToolException {
    if (!ResultBound.isSet(connection)) {
      throw new ToolException(
          "source_unbounded",
          "the data source '%s' has no %s; its operator can help"
              .formatted(source.name(), ResultBound.PROPERTY));
    }
    new PostgresFunctions(query, source.functions()).check(connection);
  }

  /**
   * Cancels in the database first, because an interrupt of the thread would break the connection.
   */
  private static void end(ReadOnlyQuery query, Future<SqlRows> rows) {
    try {
      query.cancel();
      rows.get(SECONDS_TO_CANCEL, TimeUnit.SECONDS);
    } catch (SQLException | InterruptedException | ExecutionException | TimeoutException e) {
      // The result is no longer needed. The interrupt ensures that the query ends.
    }
    rows.cancel(true);
  }

  private static ToolOutcome shown(SqlRows rows) {
    if (rows.count() == 0 && !rows.isWhole()) {
      return ToolOutcome.failed(
          "row_too_large",
          "the first row alone has more than %d bytes; select fewer columns"
              .formatted(SqlRows.MAX_BYTES));
    }
    ResultRemarks remarks = new ResultRemarks();
    if (rows.count() == 0) {
      remarks.add("no rows");
    }
    if (!rows.isWhole()) {
      remarks.add(
          "only the first %d rows are shown, there are more; continue with OFFSET %d ROWS, or after the last key"
              .formatted(rows.count(), rows.count()));
    }
    return new ToolOutcome.Succeeded(remarks.after(rows.text()));
  }
}
