package dev.reprise.api.health;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.SqlErrors;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.sql.SQLTimeoutException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sends the database a trivial query and waits for it briefly. After its disk was full, Derby
 * accepts no changes, no longer finds its tables, or fails by itself, until it is booted again.
 * Tested by {@code HealthIT}.
 */
@ApplicationScoped
class DatabaseProbe {

  private static final System.Logger LOG = System.getLogger(DatabaseProbe.class.getName());
  private static final long PATIENCE_SECONDS = 2;

  private final Database database;
  @Resource ManagedExecutorService executor;

  @Inject
  DatabaseProbe(Database database) {
    this.database = database;
  }

  private final ReentrantLock lock = new ReentrantLock();
  private Optional<Future<Boolean>> asked = Optional.empty();
  private volatile boolean isBroken;

  /** Returns whether the database answers within {@value #PATIENCE_SECONDS} seconds. */
  public boolean answers() {
    try {
      return ask().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return silent(
          new SQLTimeoutException("no answer within %d s".formatted(PATIENCE_SECONDS), e));
    } catch (ExecutionException | RejectedExecutionException e) {
      return silent(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean silent(Exception e) {
    LOG.log(
        Level.WARNING,
        "readiness: the database does not answer; this server is not ready until it does",
        e);
    return false;
  }

  /** Returns whether the last answer was that Derby has to be booted again; asks nothing. */
  boolean mustBootAgain() {
    return isBroken;
  }

  /** Runs one query at a time, so that a database that hangs holds only one thread. */
  private Future<Boolean> ask() {
    lock.lock();
    try {
      Future<Boolean> answer =
          asked.filter(last -> !last.isDone()).orElseGet(() -> executor.submit(this::query));
      asked = Optional.of(answer);
      return answer;
    } finally {
      lock.unlock();
    }
  }

  private void note(boolean broken) {
    if (broken && !isBroken) {
      LOG.log(
          Level.ERROR,
          "the database cannot be used until this server is restarted: Derby takes no changes, finds"
              + " no tables or fails by itself, as after a full disk");
    }
    isBroken = broken;
  }

  private boolean query() {
    try {
      note(database.isReadOnly());
      return database.number("SELECT COUNT(*) FROM run WHERE 1 = 0") == 0 && !isBroken;
    } catch (DatabaseException e) {
      if (e.is(SqlErrors::mustBootAgain)) {
        note(true);
      }
      throw e;
    }
  }
}
