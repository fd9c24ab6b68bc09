package dev.reprise.api.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Failure;
import dev.reprise.api.budget.BudgetView;
import dev.reprise.run.state.Outcome;
import dev.reprise.run.state.PhaseState;
import dev.reprise.run.state.RunState;
import java.util.List;
import java.util.Optional;

/**
 * How far a run has come. Its groups are flat in JSON.
 *
 * @param model the model that is called now
 * @param attempts how often the run was claimed since its last step forward
 * @param errors failed attempts of a model call, a tool call or a compaction, and failed or skipped
 *     phases, since the run began
 * @param durability whether the database accepted everything that the run recorded at once
 * @param outcome how the run ended
 */
public record RunProgress(
    @JsonUnwrapped PhaseProgress phaseProgress,
    @JsonUnwrapped Consumption consumption,
    ModelId model,
    int attempts,
    int errors,
    Durability durability,
    Optional<OutcomeView> outcome) {

  /**
   * The phases of a run.
   *
   * @param phase the first phase that is not completed or skipped
   * @param iteration model replies in that phase
   * @param phases all phases, in order
   * @param iterations model replies since the run began or was retried, including those of its
   *     child runs
   */
  public record PhaseProgress(
      Optional<String> phase, Optional<Integer> iteration, List<PhaseView> phases, int iterations) {

    public static PhaseProgress of(RunState state) {
      Optional<String> phase = state.currentPhase().map(current -> current.name());
      return new PhaseProgress(
          phase,
          phase
              .flatMap(n -> Optional.ofNullable(state.phases().states().get(n)))
              .flatMap(PhaseState::iteration),
          state.phases().states().entrySet().stream()
              .map(each -> view(each.getKey(), each.getValue()))
              .toList(),
          state.consumption().iterations());
    }
  }

  /**
   * What a run has used.
   *
   * @param usage tokens of all model replies together
   * @param inheritedUsage the part of it that was used by the runs from which this one was forked;
   *     it was not paid again
   * @param cost of all model replies together, and the number of replies whose cost is not known
   * @param inheritedCost the part of it that those runs paid
   * @param spent by the run and its child runs, as far as these have ended
   * @param budget what they may spend; absent if nothing limits it
   */
  public record Consumption(
      Usage usage,
      Usage inheritedUsage,
      TotalCost cost,
      TotalCost inheritedCost,
      DelegatedUsage spent,
      Optional<BudgetView> budget) {

    public static Consumption of(RunState state) {
      var used = state.consumption();
      return new Consumption(
          used.usage(),
          used.inherited(),
          used.cost(),
          used.inheritedCost(),
          state.spent(),
          BudgetView.of(state));
    }
  }

  /** How the database accepted what the run recorded. */
  public enum Durability {
    /** At once, always. */
    DURABLE,
    /**
     * Some of it only after failures. Nothing was lost, but a crash meanwhile would have lost it.
     */
    DEGRADED,
    /** Not at all: the record is in the memory of one server, and is lost with it. */
    IN_MEMORY;

    public static Durability of(RunState state) {
      return state.failures().storeFailures() == 0 ? DURABLE : DEGRADED;
    }
  }

  /** The states of a phase. */
  public enum PhaseStanding {
    PENDING,
    OPEN,
    COMPLETED,
    SKIPPED,
    FAILED
  }

  /**
   * A phase of a run.
   *
   * @param failure why it was skipped or failed
   */
  public record PhaseView(String name, PhaseStanding state, Optional<Failure> failure) {}

  /**
   * How a run ended.
   *
   * @param output the answer of a completed run
   * @param failure why a run failed or went to the dead letters
   * @param cancelledBy who cancelled the run
   * @param reason why, as that person wrote
   */
  public record OutcomeView(
      Optional<String> output,
      Optional<Failure> failure,
      Optional<String> cancelledBy,
      Optional<String> reason) {}

  public static RunProgress of(RunState state, Durability durability) {
    return new RunProgress(
        PhaseProgress.of(state),
        Consumption.of(state),
        state.model().id(),
        state.attempts(),
        state.failures().errors(),
        durability,
        state.outcome().map(RunProgress::view));
  }

  private static PhaseView view(String name, PhaseState phase) {
    return switch (phase) {
      case PhaseState.Pending ignored ->
          new PhaseView(name, PhaseStanding.PENDING, Optional.empty());
      case PhaseState.Open ignored -> new PhaseView(name, PhaseStanding.OPEN, Optional.empty());
      case PhaseState.Completed ignored ->
          new PhaseView(name, PhaseStanding.COMPLETED, Optional.empty());
      case PhaseState.Skipped(var warning) ->
          new PhaseView(name, PhaseStanding.SKIPPED, Optional.of(warning));
      case PhaseState.Failed(var ignored, var failure) ->
          new PhaseView(name, PhaseStanding.FAILED, Optional.of(failure));
    };
  }

  private static OutcomeView view(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed(var output) ->
          new OutcomeView(
              Optional.of(output), Optional.empty(), Optional.empty(), Optional.empty());
      case Outcome.Failed(var failure) -> failed(failure);
      case Outcome.DeadLettered(var failure) -> failed(failure);
      case Outcome.Cancelled(var by, var reason) ->
          new OutcomeView(Optional.empty(), Optional.empty(), Optional.of(by), Optional.of(reason));
    };
  }

  private static OutcomeView failed(Failure failure) {
    return new OutcomeView(
        Optional.empty(), Optional.of(failure), Optional.empty(), Optional.empty());
  }
}
