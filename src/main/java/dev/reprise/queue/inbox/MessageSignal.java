package dev.reprise.queue.inbox;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tells the holder of a run on this server that this server has received a message for the run. The
 * signal is only a hint: the row of the run counts its messages, and the holder polls the row, too.
 */
@ApplicationScoped
public class MessageSignal {

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  /** A listener for messages to runs. */
  @FunctionalInterface
  public interface Listener {
    /** Receives the number of a new message to a run. */
    void posted(UUID run, long number);
  }

  /** Adds a listener, which each signal calls on the thread that gives the signal. */
  public void listen(Listener listener) {
    listeners.add(listener);
  }

  /** Signals that a run has a message with this number. */
  void give(UUID run, long number) {
    listeners.forEach(listener -> listener.posted(run, number));
  }
}
