package dev.reprise.execution.telemetry;

import dev.reprise.journal.EventType;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.store.EventLookup;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.StatusTransitions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** Finds in a run's record the claim before the present one. */
@ApplicationScoped
class ClaimHistory {

  private final Journal journal;
  private final EventLookup events;

  @Inject
  ClaimHistory(Journal journal, EventLookup events) {
    this.journal = journal;
    this.events = events;
  }

  /**
   * A claim of the past.
   *
   * @param server that worked on the run
   * @param from when it was claimed
   * @param to when its last event was recorded
   * @param isLost whether that event is not a release: the server was lost with the run
   */
  record Past(long epoch, String server, Instant from, Instant to, boolean isLost) {}

  /** Returns the newest claim that was made before an event of the record. */
  Optional<Past> before(UUID run, long sequence) {
    OptionalLong admitted = events.newest(run, EventType.RUN_ADMITTED, sequence);
    if (admitted.isEmpty()) {
      return Optional.empty();
    }
    RecordedEvent first = event(run, admitted.getAsLong());
    RecordedEvent last =
        event(run, events.newest(run, first.epoch(), sequence).orElse(first.sequence()));
    String server = first.event() instanceof LifecycleEvent.Admitted it ? it.server() : "";
    return Optional.of(
        new Past(first.epoch(), server, first.at(), last.at(), !isRelease(last.event())));
  }

  private static boolean isRelease(RunEvent event) {
    return !(event instanceof HumanInputEvent)
        && StatusTransitions.statusAfter(event)
            .filter(status -> status != RunStatus.RUNNING)
            .isPresent();
  }

  private RecordedEvent event(UUID run, long sequence) {
    return journal.read(run, journal.position(run, sequence - 1), 1).getFirst();
  }
}
