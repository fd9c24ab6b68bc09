package dev.reprise.journal.store;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Failure;
import dev.reprise.journal.AttemptEvent;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.telemetry.Attribute;
import dev.reprise.telemetry.Instruments;
import dev.reprise.telemetry.Telemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts what this server records of runs, once it is durable: metrics are a view of the record
 * like any other, and say nothing that it does not say.
 */
final class AppendMeasures {

  private AppendMeasures() {}

  /**
   * Counts an append.
   *
   * @param failures writes that failed before; null if the append failed
   * @param fault why it failed, or null
   * @param began when it was handed over, by {@link Telemetry#now}
   */
  static void record(
      Telemetry telemetry,
      List<RunEvent> events,
      @Nullable Integer failures,
      @Nullable Throwable fault,
      long began) {
    Instruments instruments = telemetry.instruments();
    if (fault instanceof StaleEpochException) {
      instruments.appendsFenced.add(1);
    } else if (fault != null) {
      instruments.appendErrors.add(1, Attributes.of(Attribute.KIND, "append"));
    } else {
      instruments.appends.record(telemetry.secondsSince(began));
      if (failures != null && failures > 0) {
        instruments.appendsDelayed.add(1);
      }
      events.forEach(event -> count(event, instruments));
    }
  }

  private static void count(RunEvent event, Instruments to) {
    switch (event) {
      case LifecycleEvent.Completed ignored -> ended("COMPLETED", to);
      case LifecycleEvent.Failed ignored -> ended("FAILED", to);
      case ControlEvent.Cancelled ignored -> ended("CANCELLED", to);
      case LifecycleEvent.DeadLettered ignored -> {
        ended("DEAD_LETTER", to);
        to.attemptsExhausted.add(1);
      }
      case ModelEvent.Replied it -> cost(it.cost(), Optional.of(it.model()), it.usage(), to);
      case ModelEvent.TranscriptCompacted it ->
          cost(it.cost(), Optional.of(it.model()), it.usage(), to);
      case ModelEvent.CompactionFailed it -> cost(it.cost(), it.model(), it.usage(), to);
      case ModelEvent.Unanswered it -> cost(it.cost(), Optional.of(it.model()), it.usage(), to);
      case ModelEvent.Retrying again -> retried("model", again.failure(), to);
      case ModelEvent.Failed failed when failed.retries().isPresent() ->
          to.retried("model", "gave_up");
      case ToolCallEvent.Retrying again -> retried("tool", again.failure(), to);
      case ToolCallEvent.Failed failed when failed.retries().isPresent() ->
          to.retried("tool", "gave_up");
      case ToolCallEvent.Unknown ignored -> to.callsUnknown.add(1);
      case ToolCallEvent.Reconciled ignored -> to.callsReconciled.add(1);
      case ToolCallEvent.Started started -> cost(started.estimate().flatMap(CallEstimate::usd), to);
      case AttemptEvent.Charged charged -> cost(charged.difference(), Attributes.empty(), to);
      case HumanInputEvent.Decided it -> decided(it.approved() ? "approved" : "denied", to);
      case HumanInputEvent.Allowed ignored -> decided("allowed", to);
      case HumanInputEvent.Edited ignored -> decided("edited", to);
      case HumanInputEvent.Answered ignored -> decided("answered", to);
      case HumanInputEvent.Resolved ignored -> decided("resolved", to);
      default -> {}
    }
  }

  private static void ended(String outcome, Instruments to) {
    to.runsEnded.add(1, Attributes.of(Attribute.OUTCOME, outcome));
  }

  private static void cost(
      Optional<Cost> cost, Optional<ModelId> model, Usage usage, Instruments to) {
    AttributesBuilder of = Attributes.builder();
    model.ifPresent(
        it ->
            of.put(Attribute.PROVIDER_NAME, it.provider()).put(Attribute.REQUEST_MODEL, it.name()));
    if (usage.hasEstimates()) {
      of.put(Attribute.ESTIMATED, true);
    }
    cost.flatMap(Cost::usd).ifPresent(usd -> cost(usd, of.build(), to));
  }

  private static void cost(Optional<BigDecimal> usd, Instruments to) {
    usd.ifPresent(it -> cost(it, Attributes.empty(), to));
  }

  /** A counter only rises: what a tool cost less than expected stays counted. */
  private static void cost(BigDecimal usd, Attributes of, Instruments to) {
    if (usd.signum() > 0) {
      to.cost.add(usd.doubleValue(), of);
    }
  }

  private static void retried(String kind, Failure failure, Instruments to) {
    to.retries.add(1, Attributes.of(Attribute.KIND, kind, Attribute.REASON, failure.code()));
  }

  private static void decided(String result, Instruments to) {
    to.decisions.add(1, Attributes.of(Attribute.RESULT, result));
  }
}
