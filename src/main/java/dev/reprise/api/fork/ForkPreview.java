package dev.reprise.api.fork;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.api.run.RunProgress;
import dev.reprise.queue.fork.Forks;
import dev.reprise.queue.row.Run;
import dev.reprise.run.ForkPoint;
import dev.reprise.run.ForkedCall;
import dev.reprise.run.state.RunState;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a fork would inherit, and what it may cost. The fork was not started. What it would run is
 * flat in JSON.
 *
 * @param inherited what was done up to the event; the fork does not pay for it again
 * @param openCalls calls that are open at the event, and what the fork does with each
 * @param ahead the phases that the fork would still work on
 * @param messageReadIn the phase in which the fork's model would read a message; absent if the
 *     model is not called any more
 * @param undoPlan address of the calls that the other run made after the event and that can be
 *     undone; absent if none of its tools can undo
 */
public record ForkPreview(
    Run.Origin forkedFrom,
    @JsonUnwrapped Task task,
    Inherited inherited,
    List<OpenCall> openCalls,
    List<String> ahead,
    Optional<String> messageReadIn,
    Estimate estimate,
    Optional<URI> undoPlan) {

  /**
   * What the fork would run.
   *
   * @param workspace the other run's own, in its present state
   */
  public record Task(String agent, String agentVersion, String workspace) {}

  /**
   * What was done up to the event.
   *
   * @param iteration model replies in the phase that is open at the event
   * @param usage tokens of all model replies up to the event
   * @param cost of these replies
   */
  public record Inherited(
      List<RunProgress.PhaseView> phases,
      Optional<String> phase,
      Optional<Integer> iteration,
      Usage usage,
      TotalCost cost) {}

  /** A call that is open at the event. */
  public record OpenCall(String id, String tool, ForkedCall.Fate fate) {}

  /**
   * What a fork may cost: what the other run consumed after the same event. The fork's model may
   * reply otherwise, so it is only an estimate.
   *
   * @param modelReplies of the other run after the event
   * @param usage tokens of those replies
   * @param cost of those replies
   * @param complete whether the other run has ended; if not, more may follow than is counted here
   */
  public record Estimate(long modelReplies, Usage usage, TotalCost cost, boolean complete) {}

  static ForkPreview of(Run run, ForkPoint point, Forks.Spent spent, Instant now) {
    RunState after = point.after(now);
    var phases = RunProgress.PhaseProgress.of(after);
    return new ForkPreview(
        new Run.Origin(run.id(), point.at().sequence()),
        new Task(run.agent(), run.agentVersion(), run.workspace()),
        new Inherited(
            phases.phases(),
            phases.phase(),
            phases.iteration(),
            after.consumption().usage(),
            after.consumption().cost()),
        point.fates(now).stream()
            .map(fate -> new OpenCall(fate.call().id(), fate.call().tool(), fate.fate()))
            .toList(),
        after.agent().phases().stream()
            .map(phase -> phase.name())
            .skip(after.passedPhases())
            .toList(),
        after.listeningPhase(),
        new Estimate(spent.modelReplies(), spent.usage(), spent.cost(), run.status().isEnded()),
        Optional.empty());
  }

  /** Returns the same with the address of the undo plan. */
  ForkPreview offering(Optional<URI> plan) {
    return new ForkPreview(
        forkedFrom, task, inherited, openCalls, ahead, messageReadIn, estimate, plan);
  }
}
