package dev.reprise.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.Cost;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.AttemptEvent;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.telemetry.Attribute;
import dev.reprise.telemetry.sdk.MeasuredTelemetry;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AppendMeasuresTest {

  private static final Failure FAILURE = new Failure("timeout", "too slow");
  private static final CallLocation CALL = new CallLocation("only", 1, "a");
  private static final Optional<CallEstimate> NO_ESTIMATE = Optional.empty();
  private static final Optional<String> NO_DIGEST = Optional.empty();

  private final MeasuredTelemetry measured = new MeasuredTelemetry();

  @AfterEach
  void close() {
    measured.close();
  }

  private void durable(RunEvent... events) {
    AppendMeasures.record(measured.telemetry(), List.of(events), 0, null, 0);
  }

  @Test
  void countsRunsByHowTheyEnd() {
    durable(new LifecycleEvent.Completed("done"));
    durable(new LifecycleEvent.Failed(FAILURE));
    durable(new ControlEvent.Cancelled("ana", "enough"));
    durable(new LifecycleEvent.DeadLettered(FAILURE));

    assertThat(measured.counts("agentrun.run.completed", Attribute.OUTCOME))
        .isEqualTo(Map.of("COMPLETED", 1L, "FAILED", 1L, "CANCELLED", 1L, "DEAD_LETTER", 1L));
    assertThat(measured.counts("agentrun.recovery.attempts.exhausted").values())
        .containsExactly(1L);
  }

  @Test
  void addsUpWhatCallsCost() {
    var cost = new Cost(new BigDecimal("0.25"), "USD", LocalDate.EPOCH);
    var model = new ModelId("acme-ai", "large");
    durable(new ModelEvent.Unanswered("only", 1, model, Usage.NONE, Optional.of(cost)));
    durable(
        new AttemptEvent.Charged("only", 1, "a", new BigDecimal("2"), new BigDecimal("0.5")),
        new AttemptEvent.Charged("only", 1, "b", new BigDecimal("1"), new BigDecimal("3")));

    assertThat(measured.sum("agentrun.cost.usd")).isEqualTo(1.75);
  }

  @Test
  void countsWhatAToolIsExpectedToCostWhenItIsStarted() {
    var estimate = new CallEstimate(new BigDecimal("0.5"), "USD", CallEstimate.Verdict.PASSED);
    for (Optional<CallEstimate> expected : List.of(Optional.of(estimate), NO_ESTIMATE)) {
      durable(new ToolCallEvent.Started(CALL, "put", EffectClass.ONCE, expected, Optional.empty()));
    }

    assertThat(measured.sum("agentrun.cost.usd")).isEqualTo(0.5);
  }

  @Test
  void countsReplies() {
    var cost = new Cost(new BigDecimal("0.25"), "USD", LocalDate.EPOCH);
    durable(
        new ModelEvent.Replied(
            "only",
            1,
            List.of(),
            new Usage(3, 4),
            Optional.empty(),
            new ModelId("acme-ai", "large"),
            Optional.of(cost),
            Optional.empty()));

    assertThat(measured.sums("agentrun.cost.usd", Attribute.REQUEST_MODEL))
        .isEqualTo(Map.of("large", 0.25));
  }

  @Test
  void countsOutcomesThatAreUnknownAndThatToolsTell() {
    durable(
        new ToolCallEvent.Unknown(CALL, 1, FAILURE, Optional.empty()),
        new ToolCallEvent.Unknown(CALL, 2, FAILURE, Optional.empty()),
        new ToolCallEvent.Reconciled(
            CALL, ReconciliationFinding.HAPPENED, "", "", Optional.empty()));

    assertThat(measured.counts("agentrun.toolcall.unknown").values()).containsExactly(2L);
    assertThat(measured.counts("agentrun.toolcall.reconciled").values()).containsExactly(1L);
  }

  @Test
  void countsWhatPeopleSayByItsKind() {
    durable(
        new HumanInputEvent.Allowed(
            "only", 1, "a", BigDecimal.ONE, "ana", Instant.EPOCH, Optional.empty(), NO_DIGEST),
        new HumanInputEvent.Edited(
            "only",
            1,
            "b",
            new HumanInputEvent.Edited.Change(JsonValue.EMPTY_OBJECT, "digest"),
            "ana",
            Instant.EPOCH,
            Optional.empty(),
            NO_DIGEST),
        new HumanInputEvent.Answered("only", 1, "c", "42", "ana", Instant.EPOCH, NO_DIGEST),
        new HumanInputEvent.Resolved(
            "only", 1, "d", OperatorVerdict.FAILED, "", "ana", "seen", NO_DIGEST),
        new HumanInputEvent.Assigned(
            "only", 1, "e", "bo", "ana", Instant.EPOCH, Optional.empty(), NO_DIGEST));

    assertThat(measured.counts("agentrun.approval.decided", Attribute.RESULT))
        .as("who passes a call on has not decided")
        .isEqualTo(Map.of("allowed", 1L, "edited", 1L, "answered", 1L, "resolved", 1L));
  }

  @Test
  void marksWhatIsEstimated() {
    Optional<Cost> cost = Optional.of(new Cost(new BigDecimal("0.25"), "USD", LocalDate.EPOCH));
    var model = new ModelId("acme-ai", "large");
    for (Usage usage : List.of(new Usage(3, 4), new Usage(3, 4), Usage.estimated(3, 4))) {
      durable(new ModelEvent.TranscriptCompacted("only", 1, 2, "summary", usage, model, cost));
    }
    var why = new Failure("summary_empty", "says the test");
    durable(
        new ModelEvent.CompactionFailed(
            "only", 1, why, Usage.estimated(3, 4), Optional.of(model), cost));

    assertThat(measured.sums("agentrun.cost.usd", Attribute.ESTIMATED))
        .isEqualTo(Map.of("null", 0.5, "true", 0.5));
  }

  @Test
  void countsDecisionsAndRetries() {
    durable(
        new HumanInputEvent.Decided(
            "only", 1, "a", true, "ana", Instant.EPOCH, Optional.empty(), Optional.empty()),
        new HumanInputEvent.Decided(
            "only", 1, "b", false, "ana", Instant.EPOCH, Optional.empty(), Optional.empty()));
    durable(
        new ModelEvent.Retrying("only", 1, 1, FAILURE, Instant.EPOCH),
        new ModelEvent.Failed("only", 1, FAILURE, Optional.of(3)),
        new ModelEvent.Failed("only", 2, FAILURE));
    durable(
        new ToolCallEvent.Retrying("only", 1, "c", 1, new Failure("busy", "later"), Instant.EPOCH),
        new ToolCallEvent.Failed("only", 1, "c", FAILURE, Optional.of(2)),
        new ToolCallEvent.Failed("only", 1, "d", FAILURE, Optional.empty()));

    assertThat(measured.counts("agentrun.approval.decided", Attribute.RESULT))
        .isEqualTo(Map.of("approved", 1L, "denied", 1L));
    assertThat(measured.counts("agentrun.retry.attempts", Attribute.REASON))
        .isEqualTo(Map.of("timeout", 1L, "busy", 1L));
    assertThat(measured.counts("agentrun.retry.ended", Attribute.RESULT))
        .isEqualTo(Map.of("gave_up", 2L));
    assertThat(measured.counts("agentrun.retry.ended", Attribute.KIND))
        .isEqualTo(Map.of("model", 1L, "tool", 1L));
  }

  @Test
  void saysWhetherAppendsWereLateRefusedOrFailed() {
    AppendMeasures.record(
        measured.telemetry(), List.of(new LifecycleEvent.Completed("done")), 2, null, 0);
    AppendMeasures.record(
        measured.telemetry(), List.of(), null, new StaleEpochException(new UUID(0, 1), 1), 0);
    AppendMeasures.record(
        measured.telemetry(), List.of(), null, new IllegalStateException("no room"), 0);

    assertThat(measured.counts("agentrun.durability.delayed").values()).containsExactly(1L);
    assertThat(measured.counts("agentrun.fence.rejected").values()).containsExactly(1L);
    assertThat(measured.counts("agentrun.checkpoint.errors").values()).containsExactly(1L);
    assertThat(measured.counts("agentrun.checkpoint.write.duration").values()).containsExactly(1L);
  }

  @Test
  void countsNothingThatIsNotDurable() {
    AppendMeasures.record(
        measured.telemetry(),
        List.of(new LifecycleEvent.Completed("done")),
        null,
        new IllegalStateException("lost"),
        0);

    assertThat(measured.counts("agentrun.run.completed")).isEmpty();
  }
}
