package dev.reprise.execution.budget;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.message.Transcript;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.ModelEvent;
import dev.reprise.run.decision.NextStep;
import java.util.Optional;

/**
 * A call of a model that a run is about to make, or was about to make when its server was lost.
 *
 * @param iteration the number of the phase's model call, from 1
 * @param bytes of the transcript
 */
record ModelCall(
    String phase,
    int iteration,
    ModelId model,
    ModelCallEstimates.Conversation conversation,
    long bytes) {

  static ModelCall of(ActiveRun run, NextStep.CallModel step) {
    return of(run, step, step.iteration(), step.model(), step.transcript());
  }

  static ModelCall of(ActiveRun run, NextStep.CompactTranscript step) {
    return of(run, step, step.iteration() + 1, step.model(), new Transcript(step.older()));
  }

  /** Returns the first call of a phase. */
  static ModelCall of(ActiveRun run, NextStep.StartPhase step) {
    return of(run, step, 1, run.state().model(), Transcript.startingWith(step.prompt()));
  }

  private static ModelCall of(
      ActiveRun run,
      NextStep.InPhase step,
      int iteration,
      ModelChoice model,
      Transcript transcript) {
    String phase = step.phase().name();
    var with = new ModelCallEstimates.AgentModel(run.agent().name(), model.id());
    return new ModelCall(
        phase,
        iteration,
        model.id(),
        new ModelCallEstimates.Conversation(run.id() + "/" + phase, with),
        transcript.bytes());
  }

  /** Returns what to record if the call may have been made and its reply is lost. */
  ModelEvent.Unanswered unanswered(
      ModelCallEstimates.Expected expected, Optional<CallEstimate> estimate) {
    return new ModelEvent.Unanswered(
        phase,
        iteration,
        model,
        expected.usage(),
        expected.cost().map(cost -> cost.with(estimate)));
  }
}
