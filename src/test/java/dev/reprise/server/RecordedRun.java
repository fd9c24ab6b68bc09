package dev.reprise.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.Position;
import dev.reprise.journal.seal.Chain;
import dev.reprise.platform.Json;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A run's journal as the API returns it, and what must be true of it no matter what happened. */
public record RecordedRun(List<RecordedEvent> events) {

  private static final Set<String> ONCE_ONLY =
      Set.of(
          "run.submitted",
          "phase.started",
          "phase.completed",
          "phase.skipped",
          "model.replied",
          "tool-call.completed",
          "run.completed",
          "run.cancelled");

  /** Checks that nothing is missing, nothing happened twice, and no dead writer wrote. */
  public RecordedRun assertSound() {
    assertThat(events)
        .extracting(RecordedEvent::sequence)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, events.size()).boxed().toList());
    assertThat(events).extracting(RecordedEvent::epoch).isSorted();
    assertThat(events.stream().filter(event -> ONCE_ONLY.contains(event.type())))
        .extracting(RecordedEvent::identity)
        .doesNotHaveDuplicates();
    return this;
  }

  /** Checks that every event's hash covers it and the event before. */
  public RecordedRun assertChained(UUID run) {
    Position end = Position.START;
    for (RecordedEvent event : events) {
      end = Chain.next(end, run, event.epoch(), event.type(), event.at(), Json.write(event.data()));
      assertThat(event.hash())
          .as("hash of event %d of run %s", event.sequence(), run)
          .isEqualTo(end.hash());
    }
    return this;
  }

  public boolean has(String type) {
    return all(type).findAny().isPresent();
  }

  public boolean has(String type, String phase) {
    return all(type).anyMatch(event -> event.phase().equals(phase));
  }

  public boolean has(String type, String phase, String callId) {
    return all(type)
        .anyMatch(
            event ->
                event.phase().equals(phase) && event.data().path("callId").asText().equals(callId));
  }

  public long count(String type) {
    return all(type).count();
  }

  public Stream<RecordedEvent> all(String type) {
    return events.stream().filter(event -> event.type().equals(type));
  }

  public RecordedEvent first(String type) {
    return all(type).findFirst().orElseThrow();
  }

  public RecordedEvent last() {
    return events.getLast();
  }

  /** Returns the time of the first event that is not in an earlier state of the journal. */
  public Instant firstAfter(RecordedRun before) {
    return events.get(before.events.size()).at();
  }

  /** Checks that this journal continues an earlier state of it, with no event of that changed. */
  public RecordedRun assertContinues(RecordedRun before) {
    assertThat(events).startsWith(before.events.toArray(RecordedEvent[]::new));
    return this;
  }
}
