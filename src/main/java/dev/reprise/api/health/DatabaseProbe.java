package dev.reprise.api.health;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;

/** Asks the database a trivial question, with little patience. */
@ApplicationScoped
class DatabaseProbe {

  private static final System.Logger LOG = System.getLogger(DatabaseProbe.class.getName());
  private static final long PATIENCE_SECONDS = 2;

  @Inject DataSource database;
  @Resource ManagedExecutorService executor;

  private final ReentrantLock lock = new ReentrantLock();
  private Optional<Future<Boolean>> asked = Optional.empty();

  /** Returns whether the database answers in time. */
  public boolean answers() {
    try {
      return ask().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException | RejectedExecutionException e) {
      LOG.log(Level.WARNING, "the database does not answer; not ready", e);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** One question at a time, so that a database that hangs holds one thread. */
  private Future<Boolean> ask() {
    lock.lock();
    try {
      Future<Boolean> question =
          asked.filter(last -> !last.isDone()).orElseGet(() -> executor.submit(this::query));
      asked = Optional.of(question);
      return question;
    } finally {
      lock.unlock();
    }
  }

  private boolean query() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM run WHERE 1 = 0")) {
      return rows.next();
    }
  }
}
