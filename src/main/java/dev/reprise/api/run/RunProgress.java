package dev.reprise.api.run;

import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Failure;
import dev.reprise.run.state.Outcome;
import dev.reprise.run.state.PhaseState;
import dev.reprise.run.state.RunState;
import java.util.List;
import java.util.Optional;

/**
 * How far a run has come.
 *
 * @param phase the first phase that is not passed
 * @param iteration model replies in that phase
 * @param phases all phases, in order
 * @param iterations model replies since the run began or was retried, with those of runs that
 *     worked for it
 * @param usage tokens of all model replies together
 * @param inheritedUsage the part of it that the runs used from which this one was forked; it was
 *     not paid again
 * @param cost of all model replies together, and of how many of them nobody knows it
 * @param inheritedCost the part of it that those runs paid
 * @param spent by it and the runs that worked for it, as far as these have ended
 * @param model who is asked now
 * @param attempts how often the run was taken on since it last took a step forward
 * @param errors how many attempts of a model or tool call or of a compaction have failed, and how
 *     many phases have failed or were skipped, since the run began
 * @param durability whether the database took all that the run recorded at once
 * @param outcome how the run ended
 */
public record RunProgress(
    Optional<String> phase,
    Optional<Integer> iteration,
    List<PhaseView> phases,
    int iterations,
    Usage usage,
    Usage inheritedUsage,
    TotalCost cost,
    TotalCost inheritedCost,
    DelegatedUsage spent,
    ModelId model,
    int attempts,
    int errors,
    Durability durability,
    Optional<OutcomeView> outcome) {

  /** How the database took what the run recorded. */
  public enum Durability {
    /** At once, always. */
    DURABLE,
    /** Some of it only after failures; nothing was lost, but for a while a crash would have. */
    DEGRADED,
    /** Not at all: the record is in the memory of a server, and is lost with it. */
    IN_MEMORY;

    public static Durability of(RunState state) {
      return state.storeFailures() == 0 ? DURABLE : DEGRADED;
    }
  }

  /** What a phase of a run can be. */
  public enum PhaseStanding {
    PENDING,
    OPEN,
    COMPLETED,
    SKIPPED,
    FAILED
  }

  /**
   * Where a phase stands.
   *
   * @param failure why it was skipped or failed
   */
  public record PhaseView(String name, PhaseStanding state, Optional<Failure> failure) {}

  /**
   * How a run ended.
   *
   * @param output the answer of a completed run
   * @param failure why a run failed or was given up
   * @param cancelledBy who ended a cancelled run
   * @param reason why it was cancelled, as that person said
   */
  public record OutcomeView(
      Optional<String> output,
      Optional<Failure> failure,
      Optional<String> cancelledBy,
      Optional<String> reason) {}

  public static RunProgress of(RunState state, Durability durability) {
    Optional<String> phase = state.currentPhase().map(current -> current.name());
    return new RunProgress(
        phase,
        phase
            .flatMap(n -> Optional.ofNullable(state.phases().get(n)))
            .flatMap(RunProgress::iteration),
        state.phases().entrySet().stream()
            .map(each -> view(each.getKey(), each.getValue()))
            .toList(),
        state.iterations(),
        state.usage(),
        state.inherited(),
        state.cost(),
        state.inheritedCost(),
        state.spent(),
        state.model().id(),
        state.attempts(),
        state.errors(),
        durability,
        state.outcome().map(RunProgress::view));
  }

  private static Optional<Integer> iteration(PhaseState phase) {
    return switch (phase) {
      case PhaseState.Open(var work) -> Optional.of(work.iteration());
      case PhaseState.Failed(var work, var ignored) -> Optional.of(work.iteration());
      case PhaseState.Pending ignored -> Optional.empty();
      case PhaseState.Completed ignored -> Optional.empty();
      case PhaseState.Skipped ignored -> Optional.empty();
    };
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
