package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A run's journal as the API gives it, and what must be true of it whatever happened. */
record RecordedRun(List<RecordedEvent> events) {

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
  RecordedRun assertSound() {
    assertThat(events)
        .extracting(RecordedEvent::sequence)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, events.size()).boxed().toList());
    assertThat(events).extracting(RecordedEvent::epoch).isSorted();
    assertThat(events.stream().filter(event -> ONCE_ONLY.contains(event.type())))
        .extracting(RecordedEvent::identity)
        .doesNotHaveDuplicates();
    return this;
  }

  boolean has(String type) {
    return all(type).findAny().isPresent();
  }

  boolean has(String type, String phase) {
    return all(type).anyMatch(event -> event.phase().equals(phase));
  }

  boolean has(String type, String phase, String callId) {
    return all(type)
        .anyMatch(
            event ->
                event.phase().equals(phase) && event.data().path("callId").asText().equals(callId));
  }

  long count(String type) {
    return all(type).count();
  }

  Stream<RecordedEvent> all(String type) {
    return events.stream().filter(event -> event.type().equals(type));
  }

  RecordedEvent first(String type) {
    return all(type).findFirst().orElseThrow();
  }

  RecordedEvent last() {
    return events.getLast();
  }

  /** Returns when the run first moved behind what was there before. */
  Instant firstBehind(RecordedRun before) {
    return events.get(before.events.size()).at();
  }

  /** Checks that this goes on where another left off, with nothing of it changed. */
  RecordedRun assertContinues(RecordedRun before) {
    assertThat(events).startsWith(before.events.toArray(RecordedEvent[]::new));
    return this;
  }
}
