package dev.reprise.execution;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import java.util.List;

/**
 * Something that befalls a run right behind a reply of its model. Whether it has been is read from
 * the record, so that a run which goes on from any part of its record meets what it would have met.
 *
 * @param phase and iteration: of the reply
 */
public record Mishap(Kind kind, String phase, int iteration) {

  /** What it is, and the event that says that it is over. */
  enum Kind {
    SHUTDOWN(LifecycleEvent.HandedOver.class),
    PAUSE(ControlEvent.Paused.class),
    CANCEL(ControlEvent.Cancelled.class),
    /** The server is stopped, and comes back with tools that it declares otherwise. */
    UPGRADE(ControlEvent.Migrated.class),
    /** The server dies whenever it takes the run on, until someone retries the run. */
    POISON(ControlEvent.Retried.class),
    /** Its job breaks down once, and its server lives. */
    BREAKDOWN(LifecycleEvent.BrokeDown.class),
    /** The database takes an append only at the second try. */
    STUMBLE(LifecycleEvent.RecordDelayed.class),
    /** The run is taken to another server, by its record alone. */
    MOVE(ControlEvent.Imported.class),
    /** Somebody says something to the run. */
    MESSAGE(PhaseEvent.MessagePosted.class);

    private final Class<? extends RunEvent> end;

    Kind(Class<? extends RunEvent> end) {
      this.end = end;
    }
  }

  /** Returns whether it has come, be it over or not. */
  boolean hasCome(List<RunEvent> events) {
    return events.stream().anyMatch(this::isAt);
  }

  /** Returns whether it is on, behind these events. */
  boolean isOn(List<RunEvent> events) {
    int place = events.size() - 1;
    while (place >= 0 && !isAt(events.get(place))) {
      place--;
    }
    return place >= 0
        && events.subList(place, events.size()).stream().noneMatch(kind.end::isInstance);
  }

  private boolean isAt(RunEvent event) {
    return event instanceof ModelEvent.Replied reply
        && reply.phase().equals(phase)
        && reply.iteration() == iteration;
  }
}
