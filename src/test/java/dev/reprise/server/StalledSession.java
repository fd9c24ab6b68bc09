package dev.reprise.server;

import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;

/**
 * A session of PostgreSQL that has changed a row and has not committed. It halts in the middle of
 * its next message, like a server that is paused there.
 */
public final class StalledSession implements AutoCloseable {

  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final CountDownLatch resumed = new CountDownLatch(1);
  private final Connection connection;
  private final Future<?> telling;

  private StalledSession(Connection connection) {
    this.connection = connection;
    this.telling = thread.submit(this::tell);
  }

  /**
   * Opens a session.
   *
   * @param application the name under which PostgreSQL lists it
   * @param change the statement that it executes first, with an id as its parameter
   */
  public static StalledSession afterChange(
      DataSource postgres, String application, String change, Object id) throws SQLException {
    Connection connection = postgres.getConnection();
    connection.setClientInfo("ApplicationName", application);
    connection.setAutoCommit(false);
    try (var set = connection.createStatement();
        PreparedStatement statement = connection.prepareStatement(change)) {
      statement.setObject(1, id);
      statement.executeUpdate();
      // last, because it counts from now on, and for this transaction alone: sessions are pooled
      set.execute("SET LOCAL idle_in_transaction_session_timeout = '1500ms'");
    }
    return new StalledSession(connection);
  }

  private Void tell() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("SELECT LENGTH(?)")) {
      statement.setBinaryStream(1, new Halted(resumed), Halted.LENGTH);
      statement.execute();
      return null;
    }
  }

  /** Resumes the session, and returns the error that keeps it from continuing. */
  public Optional<Throwable> resume() throws InterruptedException {
    resumed.countDown();
    try {
      telling.get();
      return Optional.empty();
    } catch (ExecutionException e) {
      return Optional.ofNullable(e.getCause());
    }
  }

  @Override
  public void close() throws SQLException {
    resumed.countDown();
    thread.shutdown();
    connection.close();
  }

  /** Content that halts halfway. */
  private static final class Halted extends InputStream {

    /** More than the driver buffers before it sends to PostgreSQL. */
    static final int LENGTH = 1 << 20;

    private final CountDownLatch resumed;
    private int read;

    Halted(CountDownLatch resumed) {
      this.resumed = resumed;
    }

    @Override
    public int read() {
      var one = new byte[1];
      return read(one, 0, 1) == 1 ? one[0] : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      if (read == LENGTH) {
        return -1;
      }
      if (read == LENGTH / 2) {
        standStill();
      }
      int count = Math.min(length, (read < LENGTH / 2 ? LENGTH / 2 : LENGTH) - read);
      Arrays.fill(into, offset, offset + count, (byte) 'x');
      read += count;
      return count;
    }

    private void standStill() {
      try {
        resumed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
