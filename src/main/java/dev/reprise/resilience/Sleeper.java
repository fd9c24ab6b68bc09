package dev.reprise.resilience;

import java.time.Duration;

/** How a caller waits between two attempts. */
@FunctionalInterface
public interface Sleeper {

  /** Has the thread sleep; an interrupt ends that at once. */
  Sleeper SLEEP = Thread::sleep;

  /**
   * Waits.
   *
   * @throws InterruptedException if somebody gave up meanwhile; nothing is tried again then
   */
  void await(Duration wait) throws InterruptedException;
}
