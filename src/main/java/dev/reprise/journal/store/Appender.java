package dev.reprise.journal.store;

import dev.reprise.journal.Journal;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.journal.StoreHealth;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.journal.store.PendingAppends.Waiting;
import dev.reprise.platform.jdbc.InDoubtException;
import dev.reprise.platform.jdbc.SqlErrors;
import dev.reprise.telemetry.Telemetry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Group commit: the appends of all runs of a server that arrive during one transaction become the
 * next one, so that waiting runs share the cost of a commit.
 *
 * <p>A thread that waits for an append writes at once, unless another thread is writing. An append
 * that no thread waits for is written after the linger at the latest.
 *
 * <p>A write that fails is retried, in order, until the outage has lasted for the maximum time.
 * Meanwhile runs continue as far as they need not wait. Pending appends are bounded: if the write
 * buffer is full, runs wait for room, for the maximum time of an outage at most; then their appends
 * fail with {@link JournalUnavailableException}.
 */
public final class Appender implements Runnable {

  private static final int MAX_AT_ONCE = 512;
  static final int CAPACITY_KIB = 64 * 1024;
  private static final Duration MAX_PAUSE = Duration.ofSeconds(1);
  private static final Duration MIN_PAUSE = Duration.ofMillis(20);

  private final EventTable table;
  private final StoreHealth health;
  private final Duration maxOutage;
  private final PendingAppends pending;
  private final Semaphore room = new Semaphore(CAPACITY_KIB);
  private final ReentrantLock writing = new ReentrantLock();

  /**
   * Creates an appender. A thread of the caller must execute {@link #run}.
   *
   * @param maxOutage writes are retried until the outage has lasted this long since its first
   *     failure; zero for no retry
   * @param linger see {@link PendingAppends}
   */
  public Appender(EventTable table, StoreHealth health, Duration maxOutage, Duration linger) {
    this.table = table;
    this.health = health;
    this.maxOutage = maxOutage;
    this.pending = new PendingAppends(linger);
  }

  /** See {@link Journal#append}. */
  public PendingAppend append(PreparedAppend append) {
    takeRoom(append);
    var waiting = new Waiting(append, new CompletableFuture<>());
    pending.add(waiting);
    return new PendingAppend(
        append.end(), append.events(), waiting.durable(), () -> writeNow(waiting));
  }

  private void takeRoom(PreparedAppend append) {
    try {
      // If there is room, even an interrupted thread may record how its run ended.
      if (!room.tryAcquire(size(append))
          && !room.tryAcquire(size(append), maxOutage.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new JournalUnavailableException(
            append.writer().run(), "the write buffer of %d KiB is full".formatted(CAPACITY_KIB));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JournalUnavailableException(
          append.writer().run(), "the wait for room was interrupted");
    }
  }

  /** Returns the free room, in KiB. */
  int room() {
    return room.availablePermits();
  }

  private static int size(PreparedAppend append) {
    return Math.min(append.kibibytes(), CAPACITY_KIB);
  }

  /** Writes the appends that no thread waits for, until {@link #close}. */
  @Override
  public void run() {
    while (pending.awaitDue()) {
      writing.lock();
      try {
        writeBatch();
      } finally {
        writing.unlock();
      }
    }
  }

  /** Makes {@link #run} write the rest and return. */
  void close() {
    pending.close();
  }

  /**
   * Writes an append now, in this thread; if another is writing, wakes the background thread to
   * write it next. An interrupted caller writes like any other: others may wait for the same
   * commit, and Derby would close its connection at the interrupt.
   */
  private void writeNow(Waiting waiting) {
    boolean interrupted = Thread.interrupted();
    try {
      writeUninterrupted(waiting);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void writeUninterrupted(Waiting waiting) {
    while (!waiting.durable().isDone()) {
      if (!writing.tryLock()) {
        if (pending.wakeWriter()) {
          return;
        }
        writing.lock(); // closed: wait for the current writer, then write it here
      }
      try {
        writeBatch();
      } finally {
        writing.unlock();
      }
    }
  }

  private void writeBatch() {
    List<Waiting> batch = pending.take(MAX_AT_ONCE);
    if (!batch.isEmpty()) {
      write(batch);
    }
  }

  private void write(List<Waiting> batch) {
    List<Waiting> left = batch;
    Optional<InDoubtException> inDoubt = Optional.empty();
    Duration pause = MIN_PAUSE;
    for (int failures = 0; !left.isEmpty(); failures++) {
      health.began();
      try {
        left = failures == 0 ? left : unwritten(left, failures);
        inDoubt = Optional.empty();
        Set<PreparedAppend> stale = table.write(left.stream().map(Waiting::append).toList());
        health.worked();
        complete(left, failures == 0 ? stale : unwritten(stale), failures);
        return;
      } catch (SQLException e) {
        inDoubt = e instanceof InDoubtException lost ? Optional.of(lost) : inDoubt;
        if (SqlErrors.isStatementAtFault(e)) {
          isolate(left, e);
          return;
        }
        if (health.failed(left.size(), e).compareTo(maxOutage) >= 0 || !pause(pause)) {
          giveUp(left, inDoubt, failures + 1, e);
          return;
        }
        pause = min(pause.multipliedBy(2), MAX_PAUSE);
      } catch (RuntimeException e) {
        fail(left, e);
        return;
      }
    }
  }

  /**
   * A commit that failed may have happened; appends that are in the table are not written again.
   */
  private List<Waiting> unwritten(List<Waiting> batch, int failures) throws SQLException {
    Set<PreparedAppend> unwritten = unwritten(batch.stream().map(Waiting::append).toList());
    Predicate<Waiting> isUnwritten = waiting -> unwritten.contains(waiting.append());
    complete(batch.stream().filter(isUnwritten.negate()).toList(), Set.of(), failures);
    return batch.stream().filter(isUnwritten).toList();
  }

  private Set<PreparedAppend> unwritten(Collection<PreparedAppend> appends) throws SQLException {
    Set<PreparedAppend> unwritten = Collections.newSetFromMap(new IdentityHashMap<>());
    for (PreparedAppend append : appends) {
      if (!table.contains(append)) {
        unwritten.add(append);
      }
    }
    return unwritten;
  }

  /** Reports appends as not written only if that is certain: the table is read first. */
  private void giveUp(
      List<Waiting> batch, Optional<InDoubtException> inDoubt, int failures, SQLException cause) {
    if (inDoubt.isEmpty()) {
      fail(batch, cause);
      return;
    }
    try {
      fail(unwritten(batch, failures), unwrapInDoubt(cause));
    } catch (SQLException e) {
      inDoubt.get().addSuppressed(e);
      fail(batch, inDoubt.get());
    }
  }

  /** After the table was read, the outcome is known: an append that is missing did not happen. */
  private static Exception unwrapInDoubt(SQLException cause) {
    return cause instanceof InDoubtException && cause.getCause() instanceof SQLException lost
        ? lost
        : cause;
  }

  /** Writes each run's appends separately, so that no run fails because of another. */
  private void isolate(List<Waiting> batch, SQLException cause) {
    var byRun =
        batch.stream()
            .collect(
                Collectors.groupingBy(
                    waiting -> waiting.append().writer().run(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    if (byRun.size() == 1) {
      fail(batch, cause);
    } else {
      byRun.values().forEach(this::write);
    }
  }

  /**
   * @param stale the appends that were not written, because their writers no longer hold the runs
   */
  private void complete(List<Waiting> batch, Set<PreparedAppend> stale, int failures) {
    for (Waiting waiting : batch) {
      PreparedAppend append = waiting.append();
      room.release(size(append));
      if (stale.contains(append)) {
        waiting
            .durable()
            .completeExceptionally(
                new StaleEpochException(append.writer().run(), append.writer().epoch()));
      } else {
        if (Telemetry.isOn()) {
          Telemetry.instruments().appendedBytes.add(append.characters());
        }
        waiting.durable().complete(failures);
      }
    }
  }

  private void fail(List<Waiting> batch, Exception cause) {
    for (Waiting waiting : batch) {
      room.release(size(waiting.append()));
      waiting
          .durable()
          .completeExceptionally(
              new JournalUnavailableException("append to", waiting.append().writer().run(), cause));
    }
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private static boolean pause(Duration time) {
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
