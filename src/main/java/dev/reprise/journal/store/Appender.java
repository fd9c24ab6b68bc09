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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * Group commit: the appends of all runs of a server that arrive during one transaction become the
 * next one, so that waiting runs share the cost of a commit.
 *
 * <p>A thread that waits for an append writes at once, unless another thread is writing or the last
 * write failed. An append that no thread waits for is written after the linger at the latest.
 *
 * <p>A write that fails is retried in order, by the thread of {@link #run}: what the holder of a
 * run appends for as long as this server lives, because only this server knows it; anything else
 * until the outage has lasted for the maximum time, and then it fails with {@link
 * JournalUnavailableException}. Meanwhile runs continue as far as they need not wait. Pending
 * appends are bounded: if the write buffer is full, appends wait for room as they would for the
 * database.
 */
public final class Appender implements Runnable {

  private static final int MAX_AT_ONCE = 512;
  private static final Duration MAX_PAUSE = Duration.ofSeconds(1);
  private static final Duration MIN_PAUSE = Duration.ofMillis(20);

  private final RetriedWrites writes;
  private final StoreHealth health;
  private final Duration maxOutage;
  private final Telemetry telemetry;
  private final PendingAppends pending;
  private final WriteBuffer buffer;
  private final ReentrantLock writing = new ReentrantLock();

  /** How long to wait after the last write; zero if it did not fail. */
  private volatile Duration pause = Duration.ZERO;

  /**
   * Creates an appender. A thread of the caller must execute {@link #run}.
   *
   * @param maxOutage what no holder of a run appends is retried until the outage has lasted this
   *     long since its first failure; zero for no retry
   * @param linger see {@link PendingAppends}
   */
  public Appender(
      EventTable table,
      StoreHealth health,
      Telemetry telemetry,
      Duration maxOutage,
      Duration linger) {
    this.writes = new RetriedWrites(table);
    this.health = health;
    this.maxOutage = maxOutage;
    this.telemetry = telemetry;
    this.pending = new PendingAppends(linger);
    this.buffer = new WriteBuffer(maxOutage, pending::isClosed);
  }

  /** See {@link Journal#append}. */
  public PendingAppend append(PreparedAppend append) {
    buffer.reserve(append);
    var waiting = new Waiting(append);
    pending.add(waiting);
    return new PendingAppend(
        append.end(), append.events(), waiting.durable(), () -> writeNow(waiting));
  }

  /** Returns the free room, in KiB. */
  int room() {
    return buffer.free();
  }

  /** Writes the appends that no thread waits for and those that failed, until {@link #close}. */
  @Override
  public void run() {
    while (pending.awaitDue()) {
      writing.lock();
      try {
        writeBatch();
      } finally {
        writing.unlock();
      }
      pending.pause(pause);
    }
  }

  /** Makes {@link #run} write the rest and return. Nothing that fails now is retried. */
  void close() {
    pending.close();
  }

  /**
   * Writes an append now, in this thread; if another is writing, or the last write failed, wakes
   * the background thread to write it next. An interrupted caller writes like any other: others may
   * wait for the same commit, and Derby would close its connection at the interrupt.
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
      if (!pause.isZero() || !writing.tryLock()) {
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
    health.began();
    try {
      left = unwritten(batch);
      Set<PreparedAppend> stale = writes.write(left);
      health.worked();
      pause = Duration.ZERO;
      complete(left, stale);
    } catch (SQLException e) {
      if (SqlErrors.isStatementAtFault(e)) {
        isolate(left, e);
      } else {
        failed(left.stream().map(waiting -> waiting.failed(e)).toList(), e);
      }
    } catch (RuntimeException e) {
      fail(left, e);
    }
  }

  /**
   * Completes what an earlier try has written: a commit that failed may have happened.
   *
   * @return the rest
   */
  private List<Waiting> unwritten(List<Waiting> batch) throws SQLException {
    List<Waiting> unwritten = writes.unwritten(batch);
    if (unwritten.size() < batch.size()) {
      complete(batch.stream().filter(it -> !unwritten.contains(it)).toList(), Set.of());
    }
    return unwritten;
  }

  private void failed(List<Waiting> batch, SQLException cause) {
    boolean isOver = health.failed(batch.size(), cause).compareTo(maxOutage) >= 0;
    if (pending.isClosed()) {
      giveUp(batch, cause);
      return;
    }
    pause = longer(pause);
    if (!isOver) {
      pending.putBack(batch);
      return;
    }
    pending.putBack(batch.stream().filter(Waiting::isByHolder).toList());
    giveUp(batch.stream().filter(waiting -> !waiting.isByHolder()).toList(), cause);
    fail(pending.takeRequests(), cause);
  }

  /** Reports appends as not written only if that is certain: the table is read first. */
  private void giveUp(List<Waiting> batch, SQLException cause) {
    for (Waiting waiting : batch) {
      if (waiting.doubt().isEmpty()) {
        fail(List.of(waiting), cause);
        continue;
      }
      try {
        fail(unwritten(List.of(waiting)), unwrapInDoubt(cause));
      } catch (SQLException e) {
        waiting.doubt().get().addSuppressed(e);
        fail(List.of(waiting), waiting.doubt().get());
      }
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
  private void complete(List<Waiting> batch, Set<PreparedAppend> stale) {
    for (Waiting waiting : batch) {
      PreparedAppend append = waiting.append();
      buffer.release(append);
      if (stale.contains(append)) {
        waiting
            .durable()
            .completeExceptionally(
                new StaleEpochException(append.writer().run(), append.writer().epoch()));
      } else {
        telemetry.instruments().appendedBytes.add(append.characters());
        waiting.durable().complete(waiting.failures());
      }
    }
  }

  private void fail(List<Waiting> batch, Exception cause) {
    for (Waiting waiting : batch) {
      buffer.release(waiting.append());
      waiting
          .durable()
          .completeExceptionally(
              new JournalUnavailableException("append to", waiting.append().writer().run(), cause));
    }
  }

  private static Duration longer(Duration pause) {
    Duration next = pause.isZero() ? MIN_PAUSE : pause.multipliedBy(2);
    return next.compareTo(MAX_PAUSE) < 0 ? next : MAX_PAUSE;
  }
}
