package dev.reprise.platform.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * Counts what a database is asked, by all threads. Connections that are taken while it does not
 * count are those of the database itself.
 */
public final class CountingDataSource {

  private final DataSource database;
  private final AtomicLong statements = new AtomicLong();
  private final AtomicLong roundTrips = new AtomicLong();
  private final AtomicLong commits = new AtomicLong();
  private volatile boolean counting;

  public CountingDataSource(DataSource database) {
    this.database = database;
  }

  /**
   * What a database was asked.
   *
   * @param statements executed, each of a batch
   * @param roundTrips how often a client of a remote database would wait for its answer
   * @param commits of transactions that may have written
   */
  public record Counts(long statements, long roundTrips, long commits) {}

  /** Returns the database, whose connections count. */
  public DataSource database() {
    return (DataSource)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              Object result = invoke(database, method, arguments);
              return counting && result instanceof Connection connection
                  ? counted(connection)
                  : result;
            });
  }

  /** Counts from zero. */
  public void start() {
    statements.set(0);
    roundTrips.set(0);
    commits.set(0);
    counting = true;
  }

  /** Ends counting, and returns what was counted. */
  public Counts stop() {
    counting = false;
    return new Counts(statements.get(), roundTrips.get(), commits.get());
  }

  private Connection counted(Connection connection) {
    return proxy(
        Connection.class,
        (proxy, method, arguments) -> {
          switch (method.getName()) {
            case "commit" -> {
              roundTrips.incrementAndGet();
              commits.incrementAndGet();
            }
            case "rollback" -> roundTrips.incrementAndGet();
            default -> {} // asks the database nothing
          }
          Object result = invoke(connection, method, arguments);
          return result instanceof Statement statement
              ? counted(connection, statement, method.getReturnType())
              : result;
        });
  }

  private Object counted(Connection connection, Statement statement, Class<?> type) {
    var batch = new AtomicLong();
    return proxy(
        type,
        (proxy, method, arguments) -> {
          switch (method.getName()) {
            case "addBatch" -> batch.incrementAndGet();
            case "executeBatch" -> executed(connection, batch.getAndSet(0), true);
            case "executeQuery" -> executed(connection, 1, false);
            case "execute", "executeUpdate", "executeLargeUpdate" -> executed(connection, 1, true);
            default -> {} // asks the database nothing
          }
          return invoke(statement, method, arguments);
        });
  }

  private void executed(Connection connection, long number, boolean mayWrite) throws SQLException {
    statements.addAndGet(number);
    roundTrips.incrementAndGet();
    if (mayWrite && connection.getAutoCommit()) {
      commits.incrementAndGet();
    }
  }

  private interface Handler {
    Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            CountingDataSource.class.getClassLoader(), new Class<?>[] {type}, handler::invoke));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
