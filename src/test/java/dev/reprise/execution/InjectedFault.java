package dev.reprise.execution;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import java.util.List;

/**
 * A fault or request that meets a run directly after a reply of its model. Whether it is over is
 * read from the record, so that a run that resumes from any part of its record meets the same
 * faults.
 *
 * @param phase the phase of the reply
 * @param iteration the iteration of the reply
 */
public record InjectedFault(Kind kind, String phase, int iteration) {

  /** The kind of fault, with the event that ends it. */
  enum Kind {
    SHUTDOWN(LifecycleEvent.HandedOver.class),
    PAUSE(ControlEvent.Paused.class),
    CANCEL(ControlEvent.Cancelled.class),
    /** The server stops, and returns with changed declarations of its tools. */
    UPGRADE(ControlEvent.Migrated.class),
    /** The server crashes whenever it claims the run, until an operator retries the run. */
    POISON(ControlEvent.Retried.class),
    /** Its job breaks down once, and its server lives. */
    BREAKDOWN(LifecycleEvent.BrokeDown.class),
    /** The database takes an append only at the second attempt. */
    STUMBLE(LifecycleEvent.RecordDelayed.class),
    /** The run is exported, and imported on another server. */
    MOVE(ControlEvent.Imported.class),
    /** A person posts a message to the run. */
    MESSAGE(PhaseEvent.MessagePosted.class);

    private final Class<? extends RunEvent> end;

    Kind(Class<? extends RunEvent> end) {
      this.end = end;
    }
  }

  /** Returns whether it has occurred, whether it is over or not. */
  boolean hasCome(List<RunEvent> events) {
    return events.stream().anyMatch(this::isAt);
  }

  /** Returns whether it is active after these events. */
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
