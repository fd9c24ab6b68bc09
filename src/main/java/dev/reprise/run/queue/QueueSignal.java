package dev.reprise.run.queue;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tells this server's dispatcher that a run became due here, so that it need not wait for its next
 * look. A hint and no more: what gets lost is found in the table.
 */
@ApplicationScoped
public class QueueSignal {

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /** Has the listener called at every signal, on the thread that gives it. */
  public void listen(Runnable listener) {
    listeners.add(listener);
  }

  /** Says that a run is due. */
  public void give() {
    listeners.forEach(Runnable::run);
  }
}
