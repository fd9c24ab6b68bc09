package dev.reprise.journal;

import java.util.List;

/**
 * Is told of the events that this server has appended, once they are durable: for views that may
 * miss the last moments of a server that is killed. What must miss nothing is an {@link Outbox}.
 */
public interface AppendListener {

  /** Takes events of a run. It must return at once, because the next append may wait for it. */
  void appended(Writer writer, List<RunEvent> events);
}
