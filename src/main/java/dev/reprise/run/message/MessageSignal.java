package dev.reprise.run.message;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tells who carries a run out on this server that a message was posted to it here. A hint and no
 * more: the row of the run counts its messages, and whoever holds the run looks there too.
 */
@ApplicationScoped
public class MessageSignal {

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  /** Who wants to know. */
  @FunctionalInterface
  public interface Listener {
    /** Learns that a run has a message of this number. */
    void posted(UUID run, long number);
  }

  /** Has the listener called at every signal, on the thread that gives it. */
  public void listen(Listener listener) {
    listeners.add(listener);
  }

  /** Says that a run has a message of this number. */
  void give(UUID run, long number) {
    listeners.forEach(listener -> listener.posted(run, number));
  }
}
