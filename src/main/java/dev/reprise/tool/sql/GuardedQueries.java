package dev.reprise.tool.sql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.ExecutionThreads.ForCalls;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.ToolException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs queries that strangers wrote. They change nothing in the database: each passes {@link
 * SqlGuard}, and runs as a {@link ReadOnlyQuery}. Tested by {@code SqlQueryToolContract}.
 */
@ApplicationScoped
class GuardedQueries {

  private static final long SECONDS_TO_CANCEL = 2;

  private final SqlSources sources;
  private final ExecutorService threads;
  private final SqlGuard guard;

  /**
   * @param threads that run the queries, so that the waiting thread can end one
   */
  @Inject
  GuardedQueries(SqlSources sources, @ForCalls ExecutorService threads) {
    this.sources = sources;
    this.threads = threads;
    this.guard = new SqlGuard(threads);
  }

  /**
   * Runs a query and waits for it.
   *
   * @param parameters scalars for its question marks
   * @param maxRows the most rows that the database returns
   * @param reading reads the result, on another thread
   * @throws ToolException if the query is refused; says why
   * @throws DatabaseRefusalException if the database refuses it
   * @throws FaultException if the database does not serve it
   * @throws InterruptedException if the caller was interrupted; the query ends
   */
  <T> T run(
      SqlSource source,
      String sql,
      List<JsonNode> parameters,
      int maxRows,
      ReadOnlyQuery.Reading<T> reading)
      throws ToolException, DatabaseRefusalException, FaultException, InterruptedException {
    SqlGuard.Admitted admitted = guard.check(sql, source);
    if (parameters.size() != admitted.parameters()) {
      throw new ToolException(
          "invalid_arguments",
          "the query has %d question marks, and there are %d parameters"
              .formatted(admitted.parameters(), parameters.size()));
    }
    var query =
        new ReadOnlyQuery(
            sources.database(source),
            ReadOnlyQuery.TIME,
            connection -> checkOnPostgres(connection, source, admitted));
    Future<T> result =
        threads.submit(() -> query.run(admitted.sql(), parameters, maxRows, reading));
    try {
      return result.get();
    } catch (InterruptedException e) {
      end(query, result);
      throw e;
    } catch (ExecutionException e) {
      throw failure(source, e.getCause());
    }
  }

  private static RuntimeException failure(SqlSource source, @Nullable Throwable cause)
      throws ToolException, DatabaseRefusalException, FaultException {
    switch (cause instanceof SQLException met ? SqlErrorMapper.of(source.name(), met) : cause) {
      case ToolException refused -> throw refused;
      case DatabaseRefusalException refused -> throw refused;
      case FaultException fault -> throw fault;
      case RuntimeException ofReading -> throw ofReading;
      case null, default -> throw new IllegalStateException("the query broke off", cause);
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
  private static void end(ReadOnlyQuery query, Future<?> result) {
    try {
      query.cancel();
      result.get(SECONDS_TO_CANCEL, TimeUnit.SECONDS);
    } catch (SQLException | InterruptedException | ExecutionException | TimeoutException e) {
      // The result is no longer needed. The interrupt ensures that the query ends.
    }
    result.cancel(true);
  }
}
