package dev.reprise.resilience;

import java.time.Duration;

/** How a caller waits between two attempts. */
@FunctionalInterface
public interface Pause {

  /** Has the thread sleep; an interrupt ends that at once. */
  Pause SLEEP = Thread::sleep;

  /**
   * Waits.
   *
   * @throws InterruptedException if somebody gave up meanwhile; nothing is tried again then
   */
  void await(Duration wait) throws InterruptedException;
}
