package dev.reprise.statistics;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.journal.AttemptEvent;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.model.price.Prices;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What an event of a run adds to the statistics.
 *
 * @param model which model was called; {@code ""} for the cost of tools; empty if neither
 * @param failure the code with which the run failed
 */
record CountedEvent(Sums sums, Optional<String> model, Optional<String> failure) {

  private static final String TOOLS = "";

  /** Returns what an event adds; empty for the many that add nothing. */
  static Optional<CountedEvent> of(RunEvent event, Prices prices) {
    return switch (event) {
      case LifecycleEvent.Submitted ignored -> run(Sums.SUBMITTED);
      case LifecycleEvent.Forked ignored -> run(Sums.SUBMITTED);
      case LifecycleEvent.Completed ignored -> run(Sums.COMPLETED);
      case LifecycleEvent.Failed(var failure) -> failed(failure.code());
      case LifecycleEvent.DeadLettered(var failure) -> failed(failure.code());
      case ControlEvent.Cancelled ignored -> run(Sums.CANCELLED);
      case ModelEvent.Replied it -> call(Optional.of(it.model()), it.usage(), it.cost(), prices);
      case ModelEvent.TranscriptCompacted it ->
          call(Optional.of(it.model()), it.usage(), it.cost(), prices);
      case ModelEvent.Unanswered it -> call(Optional.of(it.model()), it.usage(), it.cost(), prices);
      case ModelEvent.CompactionFailed it -> call(it.model(), it.usage(), it.cost(), prices);
      case ToolCallEvent.Started it -> tool(it.estimate().flatMap(CallEstimate::usd));
      case AttemptEvent.Charged it -> tool(Optional.of(it.difference()));
      default -> Optional.empty();
    };
  }

  /** Returns an event of the same names with other sums. */
  CountedEvent with(Sums other) {
    return new CountedEvent(other, model, failure);
  }

  private static Optional<CountedEvent> run(Sums sums) {
    return Optional.of(new CountedEvent(sums, Optional.empty(), Optional.empty()));
  }

  private static Optional<CountedEvent> failed(String code) {
    return Optional.of(new CountedEvent(Sums.FAILED, Optional.empty(), Optional.of(code)));
  }

  private static Optional<CountedEvent> tool(Optional<BigDecimal> usd) {
    return usd.filter(it -> it.signum() != 0)
        .map(it -> new CountedEvent(Sums.ofTool(it), Optional.of(TOOLS), Optional.empty()));
  }

  private static Optional<CountedEvent> call(
      Optional<ModelId> model, Usage usage, Optional<Cost> cost, Prices prices) {
    return model.map(
        called ->
            new CountedEvent(
                Sums.ofModelCall(
                    usage,
                    cost.flatMap(Cost::usd).orElse(BigDecimal.ZERO),
                    saved(called, usage, prices)),
                Optional.of(called.provider() + "/" + called.name()),
                Optional.empty()));
  }

  /** By the price list alone: what a batch of the provider costs less is no merit of the cache. */
  private static BigDecimal saved(ModelId model, Usage usage, Prices prices) {
    if (usage.cacheReadTokens() + usage.cacheWriteTokens() == 0) {
      return BigDecimal.ZERO;
    }
    Usage without = new Usage(usage.inputTokens(), usage.outputTokens());
    return usd(model, without, prices).subtract(usd(model, usage, prices));
  }

  private static BigDecimal usd(ModelId model, Usage usage, Prices prices) {
    return prices.costOf(model, usage).flatMap(Cost::usd).orElse(BigDecimal.ZERO);
  }
}
