package dev.reprise.resilience;

import java.time.Duration;

/** How a caller waits between two attempts. */
@FunctionalInterface
public interface Sleeper {

  /** Sleeps in the current thread; an interrupt ends the sleep at once. */
  Sleeper SLEEP = Thread::sleep;

  /**
   * Waits.
   *
   * @throws InterruptedException if the caller gave up meanwhile; then there is no other attempt
   */
  void await(Duration wait) throws InterruptedException;
}
