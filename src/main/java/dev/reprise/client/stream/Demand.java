package dev.reprise.client.stream;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** How many more events a subscriber wants. */
final class Demand {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private long wanted;

  void add(long count) {
    lock.lock();
    try {
      wanted = wanted + count < 0 ? Long.MAX_VALUE : wanted + count;
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until an event is wanted, and counts it as given. */
  void take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (wanted == 0) {
        more.await();
      }
      wanted--;
    } finally {
      lock.unlock();
    }
  }
}
