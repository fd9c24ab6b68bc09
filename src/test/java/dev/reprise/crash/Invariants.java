package dev.reprise.crash;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.Runs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What must be true of a run at its end, no matter what went wrong on the way. */
enum Invariants {
  /** A server that lost a run is dead and does nothing any more. */
  AFTER_CRASHES,

  /**
   * A server that lost a run may only have been paused. If it had started a call, the call reaches
   * the world when the server wakes up. By then, others have seen that the call had not happened.
   * Only the world itself can keep the call out.
   */
  AFTER_PAUSES;

  private static final String STARTED = "tool-call.started";

  void check(UUID run, RecordedRun recorded, LedgerPage page) {
    recorded.assertSound().assertChained(run);
    assertThat(recorded.last().type())
        .as("end of run %s: %s", run, recorded)
        .isEqualTo("run.completed");
    Map<Runs.Call, List<RecordedEvent>> calls =
        recorded.events().stream()
            .filter(event -> event.type().startsWith("tool-call."))
            .collect(groupingBy(RecordedEvent::call, LinkedHashMap::new, toList()));
    assertThat(page.keys(run))
        .as("calls in the world and in the record of run %s", run)
        .isEqualTo(calls.keySet().stream().map(call -> call.idempotencyKey(run)).collect(toSet()));
    calls.forEach((call, events) -> checkCall(call.idempotencyKey(run), events, page));
  }

  private void checkCall(String key, List<RecordedEvent> events, LedgerPage page) {
    assertThat(events.stream().filter(Invariants::completes))
        .as("what completes the call %s: %s", key, events)
        .hasSize(1)
        .first()
        .isEqualTo(events.getLast());
    var effect = EffectClass.valueOf(events.getFirst().data().path("effect").asText());
    if (effect == EffectClass.READ_ONLY) {
      assertThat(page.effects(key)).as("effects of %s", key).isZero();
      return;
    }
    assertThat(page.attempts(key))
        .as("attempts of %s, each with an intent: %s", key, events)
        .isLessThanOrEqualTo(count(events, STARTED));
    assertThat(page.effects(key))
        .as("effects of %s: %s", key, events)
        .isBetween(1, effect == EffectClass.IDEMPOTENT ? 1 : 1 + late(events));
  }

  /** Returns how often a call was found not to have happened and may have happened nevertheless. */
  private int late(List<RecordedEvent> events) {
    return switch (this) {
      case AFTER_CRASHES -> 0;
      case AFTER_PAUSES ->
          (int)
              events.stream()
                  .filter(
                      event ->
                          event.data().path("verdict").asText().equals("RETRY")
                              || event.data().path("finding").asText().equals("DID_NOT_HAPPEN"))
                  .count();
    };
  }

  private static boolean completes(RecordedEvent event) {
    return switch (event.type()) {
      case "tool-call.completed" -> true;
      case "tool-call.reconciled" -> event.data().path("finding").asText().equals("HAPPENED");
      case "tool-call.resolved" -> event.data().path("verdict").asText().equals("SUCCEEDED");
      default -> false;
    };
  }

  private static int count(List<RecordedEvent> events, String type) {
    return (int) events.stream().filter(event -> event.type().equals(type)).count();
  }
}
