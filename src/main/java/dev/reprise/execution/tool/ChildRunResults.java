package dev.reprise.execution.tool;

import dev.reprise.agent.message.Failure;
import dev.reprise.definition.AgentVersions;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.Outcome;
import dev.reprise.run.state.PartialOutput;
import dev.reprise.run.state.RunState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/** Turns the end of a child run into the result of the call that it answers. */
@ApplicationScoped
class ChildRunResults {

  private final Runs runs;
  private final AgentVersions versions;

  @Inject
  ChildRunResults(Runs runs, AgentVersions versions) {
    this.runs = runs;
    this.versions = versions;
  }

  /**
   * Returns the result of a call.
   *
   * @param child an ended run
   * @throws BrokenRecordException if its record has no end
   */
  RunEvent of(NextStep.AwaitChildren step, DelegatedCall call, Run child) {
    RunState state = runs.fold(child, versions.load(child.tenant(), child.agentVersion())).state();
    Outcome outcome =
        state
            .outcome()
            .orElseThrow(
                () -> new BrokenRecordException(child.id(), "status", child.status(), "no end"));
    return new ChildRunEvent.Returned(
        step.location(call.id()),
        child.id(),
        outcome instanceof Outcome.Completed(String output) ? output : PartialOutput.of(state),
        Optional.of(state.model().id()),
        failure(child, outcome),
        state.spent());
  }

  private static Optional<Failure> failure(Run child, Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed ignored -> Optional.empty();
      case Outcome.Failed(Failure why) -> Optional.of(failed(child, why));
      case Outcome.DeadLettered(Failure why) -> Optional.of(failed(child, why));
      case Outcome.Cancelled(String by, String reason) ->
          Optional.of(
              new Failure(
                  "delegate_cancelled",
                  "run %s of agent '%s' was cancelled by %s: %s"
                      .formatted(child.id(), child.agent(), by, reason)));
    };
  }

  private static Failure failed(Run child, Failure why) {
    return new Failure(
        "delegate_failed",
        "run %s of agent '%s' failed: %s".formatted(child.id(), child.agent(), why));
  }
}
