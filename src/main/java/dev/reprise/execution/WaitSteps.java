package dev.reprise.execution;

import dev.reprise.agent.ToolCall;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.NextStep;
import dev.reprise.tool.ToolFailure;
import dev.reprise.tool.WaitUntil;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/**
 * Begins and ends waits that the model asked for. In between there is nothing but the record: no
 * thread, no lease, no job.
 */
@ApplicationScoped
class WaitSteps {

  private Clock clock;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  WaitSteps() {}

  @Inject
  WaitSteps(Clock clock) {
    this.clock = clock;
  }

  /** Records until when each call waits; one whose arguments make no sense fails. */
  void begin(RunInHand run, NextStep.DeferCalls step) {
    Instant now = clock.instant();
    run.append(step.calls().stream().map(call -> begun(step, call, now)).toList());
  }

  private static RunEvent begun(NextStep.DeferCalls step, ToolCall call, Instant now) {
    String phase = step.phase().name();
    try {
      Instant until = WaitUntil.time(call.arguments(), now);
      return new RunEvent.ToolCallDeferred(phase, step.iteration(), call.id(), until);
    } catch (ToolFailure e) {
      return new RunEvent.ToolCallFailed(phase, step.iteration(), call.id(), e.failure());
    }
  }

  /** Completes waits whose time has come. */
  void end(RunInHand run, NextStep.EndWaits step) {
    String content = WaitUntil.over(clock.instant());
    List<RunEvent> over =
        step.calls().stream()
            .<RunEvent>map(
                call ->
                    new RunEvent.ToolCallCompleted(
                        step.phase().name(), step.iteration(), call.id(), content))
            .toList();
    run.append(over);
  }
}
