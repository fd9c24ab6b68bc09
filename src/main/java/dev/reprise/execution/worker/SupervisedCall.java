package dev.reprise.execution.worker;

import dev.reprise.journal.RunEvent;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call to a model or a tool, which may hang: one thread makes it, another one watches, and may
 * leave it behind. Exactly one of the two comes to say what the call led to.
 *
 * <p>Only a thread inside the call is ever interrupted, so that no stop meets one that writes the
 * journal: Derby would give up its connection.
 */
public final class SupervisedCall {

  private enum State {
    PENDING,
    UNDER_WAY,
    ENDED,
    LEFT
  }

  private final Supplier<Instant> deadline;
  private final Callable<Optional<RunEvent>> work;
  private final Overdue overdue;

  private State state = State.PENDING;
  private boolean begun;
  private @Nullable Thread thread;

  /** What to record of a call that did not end in time. */
  @FunctionalInterface
  public interface Overdue {
    /**
     * Returns the event, or nothing if there is nothing to say.
     *
     * @param begun whether the call was made at all
     */
    Optional<RunEvent> event(boolean begun);
  }

  /**
   * A call that nobody makes yet.
   *
   * @param deadline when it is to be left behind
   * @param work makes it, and returns what to record of it
   */
  public SupervisedCall(Instant deadline, Callable<Optional<RunEvent>> work, Overdue overdue) {
    this(() -> deadline, work, overdue);
  }

  /**
   * A call that nobody makes yet.
   *
   * @param deadline when it is to be left behind, as far as is known at the moment
   * @param work makes it, and returns what to record of it
   */
  public SupervisedCall(
      Supplier<Instant> deadline, Callable<Optional<RunEvent>> work, Overdue overdue) {
    this.deadline = deadline;
    this.work = work;
    this.overdue = overdue;
  }

  /**
   * Makes the call on this thread.
   *
   * @return what to record of it
   * @throws CallAbandonedException if it was left behind, before or meanwhile
   */
  Optional<RunEvent> make() throws Exception {
    begin();
    try {
      return work.call();
    } finally {
      end();
    }
  }

  private synchronized void begin() throws CallAbandonedException {
    if (state == State.LEFT) {
      throw new CallAbandonedException();
    }
    state = State.UNDER_WAY;
    begun = true;
    thread = Thread.currentThread();
  }

  private synchronized void end() throws CallAbandonedException {
    Thread.interrupted(); // whatever is left of an interrupt was for the call
    thread = null;
    if (state == State.LEFT) {
      throw new CallAbandonedException();
    }
    state = State.ENDED;
  }

  /** Returns whether the call should have ended by now. */
  boolean isOverdue(Instant now) {
    return !now.isBefore(deadline.get());
  }

  /**
   * Leaves the call behind, and interrupts whoever makes it.
   *
   * @return false if it has ended, or was left before
   */
  synchronized boolean abandon() {
    if (state == State.ENDED || state == State.LEFT) {
      return false;
    }
    state = State.LEFT;
    if (thread != null) {
      thread.interrupt();
    }
    return true;
  }

  /** Returns what to record of the call, once it was left behind because it was overdue. */
  public synchronized Optional<RunEvent> eventIfOverdue() {
    return overdue.event(begun);
  }
}
