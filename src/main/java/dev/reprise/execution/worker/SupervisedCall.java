package dev.reprise.execution.worker;

import dev.reprise.journal.RunEvent;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call to a model or a tool that may hang: one thread makes it, another supervises it and may
 * abandon it. Exactly one of the two reports the result.
 *
 * <p>A thread is interrupted only inside the call, never while it writes the journal, because Derby
 * would give up its connection. Tested by {@code CancellationIT}.
 */
public final class SupervisedCall {

  private enum State {
    PENDING,
    IN_PROGRESS,
    ENDED,
    ABANDONED
  }

  private final Supplier<Instant> deadline;
  private final Callable<List<RunEvent>> work;
  private final Abandoned abandoned;

  private State state = State.PENDING;
  private boolean begun;
  private @Nullable Thread thread;

  /** Says what to record of a call that was abandoned. */
  public interface Abandoned {
    /**
     * Returns what to record of a call that did not end in time; empty to record nothing.
     *
     * @param begun whether the call was started
     */
    List<RunEvent> overdue(boolean begun);

    /** Returns what to record of a call that was started, and that a stop of the run abandons. */
    default List<RunEvent> stopped() {
      return List.of();
    }
  }

  /**
   * Creates a pending call.
   *
   * @param deadline when the call is abandoned
   * @param work makes the call, and returns what to record of it
   */
  public SupervisedCall(Instant deadline, Callable<List<RunEvent>> work, Abandoned abandoned) {
    this(() -> deadline, work, abandoned);
  }

  /**
   * Creates a pending call whose deadline may move.
   *
   * @param deadline when the call is abandoned, as far as is known at the moment
   * @param work makes the call, and returns what to record of it
   */
  public SupervisedCall(
      Supplier<Instant> deadline, Callable<List<RunEvent>> work, Abandoned abandoned) {
    this.deadline = deadline;
    this.work = work;
    this.abandoned = abandoned;
  }

  /**
   * Makes the call on this thread.
   *
   * @return what to record of it
   * @throws CallAbandonedException if it was abandoned, before or meanwhile
   */
  List<RunEvent> make() throws Exception {
    begin();
    try {
      return work.call();
    } finally {
      end();
    }
  }

  private synchronized void begin() throws CallAbandonedException {
    if (state == State.ABANDONED) {
      throw new CallAbandonedException();
    }
    state = State.IN_PROGRESS;
    begun = true;
    thread = Thread.currentThread();
  }

  private synchronized void end() throws CallAbandonedException {
    Thread.interrupted(); // clears an interrupt that was meant for the call
    thread = null;
    if (state == State.ABANDONED) {
      throw new CallAbandonedException();
    }
    state = State.ENDED;
  }

  /** Returns whether the call should have ended by now. */
  boolean isOverdue(Instant now) {
    return !now.isBefore(deadline.get());
  }

  /**
   * Abandons the call, and interrupts the thread that makes it.
   *
   * @return false if it has ended, or was abandoned before
   */
  synchronized boolean abandon() {
    if (state == State.ENDED || state == State.ABANDONED) {
      return false;
    }
    state = State.ABANDONED;
    if (thread != null) {
      thread.interrupt();
    }
    return true;
  }

  /** Returns what to record of the call after it was abandoned because it was overdue. */
  public synchronized List<RunEvent> eventsIfOverdue() {
    return abandoned.overdue(begun);
  }

  /** Returns what to record of the call after a stop of the run abandoned it. */
  public synchronized List<RunEvent> eventsIfStopped() {
    return begun ? abandoned.stopped() : List.of();
  }
}
