package dev.reprise.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.message.Failure;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.ReminderEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Waits;
import dev.reprise.run.state.StatusTransitions;
import dev.reprise.run.state.WaitReason;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What webhooks can be told, and of which events. */
class EventKindTest {

  private static final Failure FAILURE = new Failure("too_slow", "It took too long.");

  private static final LimitCrossing CROSSING =
      new LimitCrossing(
          LimitCrossing.Kind.RUN_USD,
          new BigDecimal("5"),
          new BigDecimal("4.5"),
          Optional.empty(),
          Optional.empty(),
          Optional.of("m of acme"));

  private static final List<RunEvent> ENDS =
      List.of(
          new LifecycleEvent.Completed("secret"),
          new LifecycleEvent.Failed(FAILURE),
          new LifecycleEvent.DeadLettered(FAILURE),
          new ControlEvent.Cancelled("ana", "no need"),
          new ControlEvent.Paused("ana", Optional.of("a limit"), Instant.EPOCH),
          new LifecycleEvent.Admitted("here", Instant.EPOCH));

  private static Stream<RunEvent> told() {
    return Stream.concat(
        ENDS.stream(),
        Arrays.stream(WaitReason.values())
            .filter(reason -> reason.end() == WaitReason.End.PERSON || reason == WaitReason.BUDGET)
            .map(EventKindTest::waiting));
  }

  private static LifecycleEvent.Waiting waiting(WaitReason reason) {
    return Waits.of(reason.code(), "a person must look", Optional.empty());
  }

  private static ReminderEvent reminder(ReminderEvent.Kind kind) {
    return new ReminderEvent("one", 1, "c1", kind, Instant.EPOCH);
  }

  @Test
  void hasAKindForEachEndPauseClaimAndWaitForAPersonOrABudgetWithItsStatus() {
    assertThat(told())
        .allSatisfy(
            event ->
                assertThat(EventKind.of(event).stream().map(EventKind::status).findFirst())
                    .isEqualTo(StatusTransitions.statusAfter(event)));
    List<RunEvent> withoutStatus =
        List.of(
            new ModelEvent.Failed("one", 1, FAILURE),
            new PhaseEvent.BudgetReached("one", CROSSING),
            new ToolCallEvent.Failed("one", 1, "c1", FAILURE, Optional.of(3)),
            new HumanInputEvent.Assigned(
                "one", 1, "c1", "bo", "ana", Instant.EPOCH, Optional.empty(), Optional.empty()),
            reminder(ReminderEvent.Kind.REMINDER),
            reminder(ReminderEvent.Kind.ESCALATION));
    assertThat(
            Stream.concat(told(), withoutStatus.stream())
                .flatMap(event -> EventKind.of(event).stream()))
        .containsExactlyInAnyOrderElementsOf(EnumSet.allOf(EventKind.class));
  }

  @Test
  void hasNoneForWaitsThatEndByThemselvesAndForSteps() {
    assertThat(EventKind.of(waiting(WaitReason.TIMER))).isEmpty();
    assertThat(EventKind.of(waiting(WaitReason.RETRY))).isEmpty();
    assertThat(EventKind.of(waiting(WaitReason.CHILD_RUN))).isEmpty();
    assertThat(EventKind.of(new PhaseEvent.Completed("one", "x"))).isEmpty();
    assertThat(EventKind.of(new LifecycleEvent.HandedOver("here"))).isEmpty();
  }

  @Test
  void saysThatRetriesAreExhaustedOnlyOfACallThatWasRetried() {
    assertThat(EventKind.of(new ModelEvent.Failed("one", 1, FAILURE)))
        .containsExactly(EventKind.MODEL_FAILED);
    assertThat(EventKind.of(new ModelEvent.Failed("one", 1, FAILURE, Optional.of(3))))
        .containsExactly(EventKind.RETRIES_EXHAUSTED, EventKind.MODEL_FAILED);
    assertThat(EventKind.of(new ToolCallEvent.Failed("one", 1, "c1", FAILURE, Optional.empty())))
        .isEmpty();
    assertThat(EventKind.of(new ToolCallEvent.Failed("one", 1, "c1", FAILURE, Optional.of(3))))
        .containsExactly(EventKind.RETRIES_EXHAUSTED);
    assertThat(EventKind.of(unknown(1, Optional.empty()))).isEmpty();
    assertThat(EventKind.of(unknown(2, Optional.of(Instant.EPOCH)))).isEmpty();
    assertThat(EventKind.of(unknown(2, Optional.empty())))
        .containsExactly(EventKind.RETRIES_EXHAUSTED);
  }

  private static ToolCallEvent.Unknown unknown(int attempt, Optional<Instant> next) {
    return new ToolCallEvent.Unknown("one", 1, "c1", attempt, FAILURE, next);
  }

  @Test
  void givesTheReasonOfTheRecordAndNeverTheAnswer() {
    assertThat(ENDS.stream().map(EventKind::reason))
        .containsExactly(
            Optional.empty(),
            Optional.of("too_slow: It took too long."),
            Optional.of("too_slow: It took too long."),
            Optional.of("no need"),
            Optional.of("a limit"),
            Optional.empty());
    assertThat(EventKind.reason(waiting(WaitReason.APPROVAL))).contains("a person must look");
    assertThat(EventKind.reason(new PhaseEvent.BudgetReached("one", CROSSING)))
        .contains(
            "the limit of the run is 5 USD, 4.5 are spent, and what the next call costs is not known,"
                + " because model m of acme has no price (reprise.prices.file)");
    assertThat(EventKind.reason(unknown(2, Optional.empty())))
        .as("without what the tool said")
        .contains(
            "call 'c1' was retried and is not tried again: its outcome is unknown (too_slow)");
  }

  @Test
  void isFoundByItsName() {
    assertThat(EventKind.values())
        .allSatisfy(kind -> assertThat(EventKind.named(kind.eventName())).contains(kind));
    assertThat(EventKind.named("run.submitted")).isEmpty();
  }
}
