package dev.reprise.journal.store;

import dev.reprise.journal.seal.PreparedAppend;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Appends that are to be written, in the order in which they came. */
final class PendingAppends {

  /** So many are a commit of their own: to wait for more would only keep the database idle. */
  private static final int ENOUGH = 16;

  private final Duration linger;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private long taken;
  private boolean idle;
  private boolean hurried;
  private boolean closed;

  /**
   * @param linger how long an append lies that nobody waits for. A step's result, the next reply
   *     and the next intent may follow each other within microseconds; so they are one commit and
   *     not three
   */
  PendingAppends(Duration linger) {
    this.linger = linger;
  }

  /**
   * One append, and who is told about it.
   *
   * @param durable completes with the number of failures before it was written
   */
  record Waiting(PreparedAppend append, CompletableFuture<Integer> durable) {}

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
   * Has {@link #awaitDue} return at once.
   *
   * @return false if nobody will call it any more
   */
  boolean flushNow() {
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
   * Waits until something is to be written: somebody waits for it, the oldest has lain long enough,
   * or there are many. What others take meanwhile was somebody's to write, and the wait begins
   * anew.
   *
   * @return false if there is nothing and nothing will come: it was closed, or the thread was
   *     interrupted, which means the same
   */
  boolean awaitDue() {
    lock.lock();
    try {
      while (!closed && !hurried && !oldestHasLain()) {
        // not yet
      }
    } catch (InterruptedException e) {
      closed = true; // so the server ends its threads
    } finally {
      idle = false;
      lock.unlock();
    }
    return !isDone();
  }

  /** Waits for something to come and then for its time; returns whether it is still there. */
  private boolean oldestHasLain() throws InterruptedException {
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

  /** Takes the oldest, at most so many. */
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
