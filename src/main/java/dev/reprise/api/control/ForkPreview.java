package dev.reprise.api.control;

import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.api.run.RunProgress;
import dev.reprise.run.ForkPoint;
import dev.reprise.run.ForkedCall;
import dev.reprise.run.Run;
import dev.reprise.run.fork.Forks;
import dev.reprise.run.state.RunState;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a fork would take over, and what it may cost. Nothing was begun.
 *
 * @param workspace in which the fork would work: the other run's own, as it is now
 * @param inherited what is behind the fork and not paid again
 * @param openCalls calls of the reply in hand there, and what becomes of each
 * @param ahead the phases that are not passed
 * @param messageReadIn the phase in which the fork's model would read a message; absent if the
 *     model is asked no more
 * @param undoPlan where it says what the other run did behind the event and can be undone; absent
 *     if none of its tools can
 */
public record ForkPreview(
    Run.Origin forkedFrom,
    String agent,
    String agentVersion,
    String workspace,
    Inherited inherited,
    List<OpenCall> openCalls,
    List<String> ahead,
    Optional<String> messageReadIn,
    Estimate estimate,
    Optional<URI> undoPlan) {

  /**
   * What is behind a fork.
   *
   * @param iteration model replies in the phase that is open there
   * @param usage tokens of all model replies up to there
   * @param cost of these replies
   */
  public record Inherited(
      List<RunProgress.PhaseView> phases,
      Optional<String> phase,
      Optional<Integer> iteration,
      Usage usage,
      TotalCost cost) {}

  /** A call that is open where the fork goes off. */
  public record OpenCall(String id, String tool, ForkedCall.Fate fate) {}

  /**
   * What a fork may cost: what the other run took behind the same event. An estimate and no more,
   * for the fork's model may answer otherwise.
   *
   * @param modelReplies that the other run got behind the event
   * @param usage tokens of those replies
   * @param cost of those replies
   * @param complete whether the other run has ended; if not, it has more ahead than is counted here
   */
  public record Estimate(long modelReplies, Usage usage, TotalCost cost, boolean complete) {}

  static ForkPreview of(Run run, ForkPoint point, Forks.Spent behind, Instant now) {
    RunState after = point.after(now);
    RunProgress progress = RunProgress.of(after, RunProgress.Durability.of(after));
    return new ForkPreview(
        new Run.Origin(run.id(), point.at().sequence()),
        run.agent(),
        run.agentVersion(),
        run.workspace(),
        new Inherited(
            progress.phases(), progress.phase(), progress.iteration(), after.usage(), after.cost()),
        point.fates(now).stream()
            .map(fate -> new OpenCall(fate.call().id(), fate.call().tool(), fate.fate()))
            .toList(),
        after.agent().phases().stream()
            .map(phase -> phase.name())
            .skip(after.passedPhases())
            .toList(),
        after.listeningPhase(),
        new Estimate(behind.modelReplies(), behind.usage(), behind.cost(), run.status().isEnded()),
        Optional.empty());
  }

  /** Returns the same with where the undo plan is found. */
  ForkPreview offering(Optional<URI> plan) {
    return new ForkPreview(
        forkedFrom,
        agent,
        agentVersion,
        workspace,
        inherited,
        openCalls,
        ahead,
        messageReadIn,
        estimate,
        plan);
  }
}
