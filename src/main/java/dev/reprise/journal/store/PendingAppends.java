package dev.reprise.journal.store;

import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.platform.jdbc.InDoubtException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Appends that wait to be written, in the order of their arrival. Tested by {@code AppenderTest}.
 */
final class PendingAppends {

  /** This many are written at once: to wait for more would only leave the database idle. */
  private static final int ENOUGH = 16;

  private final Duration linger;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private long taken;
  private boolean idle;
  private boolean hurried;
  private boolean closed;

  /**
   * @param linger how long an append that no thread waits for stays pending. A step's result, the
   *     next reply and the next intent may follow within microseconds; so they share one commit
   */
  PendingAppends(Duration linger) {
    this.linger = linger;
  }

  /**
   * One append, and the future that reports its end.
   *
   * @param durable completes with the number of failures before it was written
   * @param failures so far
   * @param doubt the first failure after which it may have been written all the same
   */
  record Waiting(
      PreparedAppend append,
      CompletableFuture<Integer> durable,
      int failures,
      Optional<InDoubtException> doubt) {

    Waiting(PreparedAppend append) {
      this(append, new CompletableFuture<>(), 0, Optional.empty());
    }

    Waiting failed(SQLException why) {
      return new Waiting(
          append,
          durable,
          failures + 1,
          doubt.or(
              () -> why instanceof InDoubtException lost ? Optional.of(lost) : Optional.empty()));
    }

    boolean isByHolder() {
      return append.row().byHolder();
    }
  }

  void add(Waiting append) {
    lock.lock();
    try {
      waiting.add(append);
      if (idle || waiting.size() == ENOUGH) {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Makes {@link #awaitDue} return at once.
   *
   * @return false if no thread will call it any more
   */
  boolean wakeWriter() {
    lock.lock();
    try {
      hurried = true;
      changed.signal();
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until an append is due: a thread waits for it, the oldest has been pending for the
   * linger, or there are many. If another thread takes them meanwhile, the wait starts again.
   *
   * @return false if there is none and there will be none: this was closed, or the thread was
   *     interrupted, which means the same
   */
  boolean awaitDue() {
    lock.lock();
    try {
      while (!closed && !hurried && !hasOldestLingered()) {
        // not yet
      }
    } catch (InterruptedException e) {
      closed = true; // the server ends its threads by an interrupt
    } finally {
      idle = false;
      lock.unlock();
    }
    return !isDone();
  }

  /** Waits for an append and then for its linger; returns whether it is still pending. */
  private boolean hasOldestLingered() throws InterruptedException {
    while (waiting.isEmpty() && !closed && !hurried) {
      idle = true;
      changed.await();
      idle = false;
    }
    long before = taken;
    long nanos = linger.toNanos();
    while (nanos > 0 && waiting.size() < ENOUGH && !closed && !hurried) {
      nanos = changed.awaitNanos(nanos);
    }
    return taken == before ? !waiting.isEmpty() : waiting.size() >= ENOUGH;
  }

  private boolean isDone() {
    lock.lock();
    try {
      return closed && waiting.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Takes the oldest appends, at most {@code limit}. */
  List<Waiting> take(int limit) {
    lock.lock();
    try {
      List<Waiting> batch = new ArrayList<>(Math.min(limit, waiting.size()));
      while (batch.size() < limit && !waiting.isEmpty()) {
        batch.add(waiting.remove());
      }
      taken += batch.size();
      hurried = hurried && !waiting.isEmpty();
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** Takes all appends but those of the holders of runs. */
  List<Waiting> takeRequests() {
    lock.lock();
    try {
      List<Waiting> requests = waiting.stream().filter(append -> !append.isByHolder()).toList();
      waiting.removeAll(requests);
      return requests;
    } finally {
      lock.unlock();
    }
  }

  /** Puts appends that could not be written before all others; they are due at once. */
  void putBack(List<Waiting> appends) {
    lock.lock();
    try {
      appends.reversed().forEach(waiting::addFirst);
      hurried = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Makes the thread of {@link #awaitDue} wait before its next try, unless this is closed. */
  void pause(Duration time) {
    lock.lock();
    try {
      long nanos = time.toNanos();
      while (nanos > 0 && !closed) {
        nanos = changed.awaitNanos(nanos);
      }
    } catch (InterruptedException e) {
      closed = true; // as in awaitDue
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }
}
