package dev.reprise.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * How many single rows of 1 KB a database commits a second, each in a commit of its own. Everything
 * else is measured against this rate.
 */
record RawCommits(BenchDatabase database, Duration duration) {

  static RawCommits on(Bench bench) {
    return new RawCommits(bench.database(), Duration.ofMillis(bench.size(3000, 500)));
  }

  /** Returns the commits a second of this many concurrent connections. */
  double rate(int connections) throws SQLException, InterruptedException, ExecutionException {
    List<Connection> open = new ArrayList<>();
    try (ExecutorService writers = Executors.newFixedThreadPool(connections)) {
      for (int i = 0; i < connections; i++) {
        open.add(database.connectRaw());
      }
      createTable(open.getFirst());
      return rate(writers, open);
    } finally {
      for (Connection connection : open) {
        connection.close();
      }
    }
  }

  private double rate(ExecutorService writers, List<Connection> open)
      throws InterruptedException, ExecutionException {
    long start = System.nanoTime();
    long end = start + duration.toNanos();
    List<Callable<Long>> tasks =
        open.stream().<Callable<Long>>map(c -> () -> insert(c, end)).toList();
    long commits = 0;
    for (Future<Long> each : writers.invokeAll(tasks)) {
      commits += each.get();
    }
    return commits / Seconds.since(start);
  }

  private static long insert(Connection connection, long end) throws SQLException {
    long count = 0;
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO raw_commit VALUES (?)")) {
      while (System.nanoTime() < end) {
        insert.setString(1, Noise.text("raw" + count, 1024));
        insert.executeUpdate();
        count++;
      }
    }
    return count;
  }

  private static void createTable(Connection connection) throws SQLException {
    try (var tables = connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE"})) {
      while (tables.next()) {
        if (tables.getString("TABLE_NAME").equalsIgnoreCase("raw_commit")) {
          return;
        }
      }
    }
    connection.createStatement().execute("CREATE TABLE raw_commit (payload VARCHAR(1024))");
  }
}
