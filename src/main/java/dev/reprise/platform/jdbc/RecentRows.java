package dev.reprise.platform.jdbc;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What this server makes of the rows of a small table that it asks for all the time. It reads them
 * again if what it knows is older than {@link #FRESH}, so that a change counts on all servers
 * within a second.
 *
 * <p>If the database does not answer, the rows that are known still count, and this server asks it
 * again as often.
 */
public final class RecentRows<V> {

  /** For how long this server relies on what it has read. */
  public static final Duration FRESH = Duration.ofMillis(400);

  private static final System.Logger LOG = System.getLogger(RecentRows.class.getName());

  private final String what;
  private final Database database;
  private final MonotonicClock clock;
  private final JdbcTransaction.Work<V> query;
  private final AtomicBoolean reading = new AtomicBoolean();
  private final AtomicBoolean isAnswering = new AtomicBoolean(true);
  private volatile Known<V> known;

  /** What was read, and when by the clock of the JVM. */
  private record Known<V>(V rows, long nanos, boolean isRead) {}

  /**
   * @param what the rows are, in the plural, for the log
   * @param none what counts until the database has answered once
   */
  public RecentRows(
      String what, Database database, MonotonicClock clock, V none, JdbcTransaction.Work<V> query) {
    this.what = what;
    this.database = database;
    this.clock = clock;
    this.query = query;
    this.known = new Known<>(none, 0, false);
  }

  /** Returns the rows. One thread reads while the others rely on what was known a moment ago. */
  public V get() {
    Known<V> before = known;
    if (before.isRead() && clock.nanos() - before.nanos() < FRESH.toNanos()) {
      return before.rows();
    }
    if (!before.isRead() || reading.compareAndSet(false, true)) {
      try {
        long now = clock.nanos();
        known = new Known<>(database.single(query), now, true);
        isAnswering.set(true);
      } catch (DatabaseException e) {
        if (isAnswering.getAndSet(false)) {
          LOG.log(
              WARNING,
              "%s: the database does not answer; what was read last still counts".formatted(what),
              e);
        }
        known = new Known<>(before.rows(), clock.nanos(), before.isRead());
      } finally {
        reading.set(false);
      }
    }
    return known.rows();
  }

  /** Lets the next call read them, because this server has just changed them. */
  public void forget() {
    known = new Known<>(known.rows(), 0, false);
  }
}
