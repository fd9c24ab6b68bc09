package dev.reprise.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Failure;
import dev.reprise.journal.AttemptEvent;
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
    durable(new LifecycleEvent.DeadLettered(FAILURE));

    assertThat(measured.counts("agentrun.run.completed", Attribute.OUTCOME))
        .isEqualTo(Map.of("COMPLETED", 1L, "DEAD_LETTER", 1L));
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
        new ToolCallEvent.Failed("only", 1, "c", FAILURE, Optional.of(2)),
        new ToolCallEvent.Failed("only", 1, "d", FAILURE, Optional.empty()));

    assertThat(measured.counts("agentrun.approval.decided", Attribute.RESULT))
        .isEqualTo(Map.of("approved", 1L, "denied", 1L));
    assertThat(measured.counts("agentrun.retry.attempts", Attribute.REASON))
        .isEqualTo(Map.of("timeout", 1L));
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
