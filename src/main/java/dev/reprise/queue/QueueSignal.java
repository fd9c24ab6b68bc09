package dev.reprise.queue;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells this server's dispatcher that a run became due, so that it does not wait for its next poll.
 * The signal is only a hint: if it is lost, the next poll of the table finds the run.
 */
@ApplicationScoped
public class QueueSignal {

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicBoolean waiting = new AtomicBoolean();

  /** Adds a listener, which each signal calls on the thread that fires it. */
  public void listen(Runnable listener) {
    listeners.add(listener);
  }

  /** Signals that a run is due. */
  public void fire() {
    listeners.forEach(Runnable::run);
  }

  /**
   * Signals that a run has begun to wait, or that something has happened for which one may wait: it
   * may be that a waiting run can continue.
   */
  public void fireForWaiting() {
    waiting.set(true);
    fire();
  }

  /** Returns whether such a signal came since the last call. */
  public boolean takeForWaiting() {
    return waiting.getAndSet(false);
  }
}
