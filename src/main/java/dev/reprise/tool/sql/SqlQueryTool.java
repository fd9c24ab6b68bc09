package dev.reprise.tool.sql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.ExecutionThreads.ForCalls;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.schema.ArgumentSchema;
import dev.reprise.tool.text.ResultRemarks;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
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
 * Asks a database that the operator named. Nothing is changed there: the query passes {@link
 * SqlGuard}, and runs as a {@link ReadOnlyQuery}.
 */
@ApplicationScoped
class SqlQueryTool implements Tool {

  private static final int DEFAULT_LIMIT = 100;
  private static final long SECONDS_TO_CANCEL = 2;

  private SqlSources sources;
  private ExecutorService threads;
  private ToolDeclaration declaration;
  private SqlGuard guard;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  SqlQueryTool() {}

  /**
   * @param threads on which queries run, so that whoever waits for one can end it
   */
  @Inject
  SqlQueryTool(SqlSources sources, @ForCalls ExecutorService threads) {
    this.sources = sources;
    this.threads = threads;
    this.guard = new SqlGuard(threads);
    this.declaration =
        ToolDeclaration.named("sql_query", EffectClass.READ_ONLY)
            .describedAs(description(sources))
            .taking(
                ArgumentSchema.text(
                    """
                {
                  "type": "object",
                  "properties": {
                    "source": {
                      "type": "string",
                      "description": "which data source to ask"
                    },
                    "sql": {
                      "type": "string",
                      "minLength": 1,
                      "description": "for example SELECT name FROM customer WHERE id = ?"
                    },
                    "parameters": {
                      "type": "array",
                      "maxItems": 100,
                      "items": {"type": ["string", "number", "boolean", "null"]},
                      "description": "values for the question marks, in their order"
                    },
                    "limit": {
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 1000,
                      "description": "how many rows to give at most, default 100"
                    }
                  },
                  "required": ["source", "sql"],
                  "additionalProperties": false
                }
                """))
            .in("data", "sql", "read")
            .within(Duration.ofMinutes(1))
            .build();
  }

  /** All tenants are told the same, so it names no source that is only for some of them. */
  private static String description(SqlSources sources) {
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

  @Override
  public ToolDeclaration declaration() {
    return declaration;
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    JsonNode arguments = request.arguments();
    SqlSource source = sources.require(arguments.get("source").asText(), allowed(request));
    SqlGuard.Admitted query = guard.check(arguments.get("sql").asText(), source);
    List<JsonNode> parameters = new ArrayList<>();
    arguments.path("parameters").forEach(parameters::add);
    if (parameters.size() != query.parameters()) {
      throw new ToolException(
          "invalid_arguments",
          "the query has %d question marks, and there are %d parameters"
              .formatted(query.parameters(), parameters.size()));
    }
    int limit = arguments.path("limit").asInt(DEFAULT_LIMIT);
    return shown(rows(source, query, parameters, limit));
  }

  /** Returns the data sources that the agent of a call may ask. */
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

  /** The database first: a thread that is interrupted breaks the connection off. */
  private static void end(ReadOnlyQuery query, Future<SqlRows> rows) {
    try {
      query.cancel();
      rows.get(SECONDS_TO_CANCEL, TimeUnit.SECONDS);
    } catch (SQLException | InterruptedException | ExecutionException | TimeoutException e) {
      // What it says is of no use any more; that it ends is, which the interrupt sees to.
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
    ResultRemarks notes = new ResultRemarks();
    if (rows.count() == 0) {
      notes.add("no rows");
    }
    if (!rows.isWhole()) {
      notes.add(
          "only the first %d rows are shown, there are more; go on with OFFSET %d ROWS, or behind"
                  .formatted(rows.count(), rows.count())
              + " the last key");
    }
    return new ToolOutcome.Succeeded(notes.after(rows.text()));
  }
}
