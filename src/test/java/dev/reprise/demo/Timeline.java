package dev.reprise.demo;

import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a run's journal says happened before and after a kill.
 *
 * @param before read just before the kill; the last steps before the kill may be missing
 * @param whole read at the end
 */
record Timeline(RecordedRun before, RecordedRun whole) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
  private static final Set<String> FINISHED =
      Set.of("model.replied", "tool-call.completed", "phase.started", "phase.completed");

  void print() {
    long epoch = whole.events().getFirst().epoch();
    for (RecordedEvent event : whole.events()) {
      if (event.sequence() == firstAfter().sequence()) {
        Say.line("%s", "-------- SIGKILL, restart --------");
      }
      Say.line(
          "%s  %3d  %-20s %s",
          TIME.format(event.at()), event.sequence(), event.type(), what(event));
      epoch = event.epoch();
    }
    Say.line("%d events, last epoch %d", whole.events().size(), epoch);
  }

  /** Checks that the end contains all of the beginning, and that nothing finished happens again. */
  void check() throws DemonstrationFailed {
    int known = before.events().size();
    if (!whole.events().subList(0, known).equals(before.events())) {
      throw new DemonstrationFailed("the record of what ran before the kill has changed");
    }
    Set<String> seen = new HashSet<>();
    for (RecordedEvent event : whole.events()) {
      if (FINISHED.contains(event.type()) && !seen.add(event.identity())) {
        throw new DemonstrationFailed("happened twice: " + event.identity());
      }
    }
  }

  String summary() {
    return "%d model replies and %d tool results before the kill, %d and %d after"
        .formatted(
            count(until(), "model.replied"),
            count(until(), "tool-call.completed"),
            count(sinceRestart(), "model.replied"),
            count(sinceRestart(), "tool-call.completed"));
  }

  String resumedAfter(Instant ready) {
    RecordedEvent step =
        sinceRestart().stream()
            .filter(event -> !event.type().equals("run.admitted"))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("nothing happened after the kill"));
    Duration after = Duration.between(ready, step.at());
    return after.isNegative()
        ? "%s before the server called itself ready".formatted(Say.seconds(after.negated()))
        : "%s after the server was ready".formatted(Say.seconds(after));
  }

  /** Returns the event with which the server claimed the run again. */
  private RecordedEvent firstAfter() {
    return whole
        .all("run.admitted")
        .skip(1)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no server claimed the run again"));
  }

  private List<RecordedEvent> until() {
    return whole.events().stream().filter(e -> e.sequence() < firstAfter().sequence()).toList();
  }

  private List<RecordedEvent> sinceRestart() {
    return whole.events().stream().filter(e -> e.sequence() >= firstAfter().sequence()).toList();
  }

  private static long count(List<RecordedEvent> events, String type) {
    return events.stream().filter(event -> event.type().equals(type)).count();
  }

  private static String what(RecordedEvent event) {
    String call = event.data().path("tool").asText(event.data().path("callId").asText());
    return "%s %s".formatted(event.phase(), call).strip();
  }
}
