package dev.reprise.queue;

import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tells the holder of a run on this server that someone asked to cancel or pause the run, so that
 * it does not wait for its next poll. The signal is only a hint: the request is in the row of the
 * run, and the holder polls the row, too.
 */
@ApplicationScoped
public class StopSignal {

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  /** A listener for requests to stop runs. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Receives a request that is committed.
     *
     * @param goal CANCELLED or PAUSED
     */
    void requested(UUID run, RunStatus goal);
  }

  /** Adds a listener, which each signal calls on the thread that gives the signal. */
  public void listen(Listener listener) {
    listeners.add(listener);
  }

  /** Signals that a run was asked to reach this status. */
  void give(UUID run, RunStatus goal) {
    listeners.forEach(listener -> listener.requested(run, goal));
  }
}
