package dev.reprise.tool;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.util.Optional;

/**
 * How a call of a tool went.
 *
 * @param outcome what the run is told
 * @param fault what kind of failure it was, if it was one: from this it follows whether to call
 *     again
 */
public record CallResult(ToolOutcome outcome, Optional<Fault> fault) {

  /** Makes the result of a tool that said itself how it went. */
  public static CallResult of(ToolOutcome outcome) {
    return outcome instanceof ToolOutcome.Failed(Failure failure)
        ? failed(failure, new Fault(kind(failure), failure.message()))
        : new CallResult(outcome, Optional.empty());
  }

  public static CallResult failed(Failure failure, Fault fault) {
    return new CallResult(new ToolOutcome.Failed(failure), Optional.of(fault));
  }

  /** A tool that fails with a code of the taxonomy means it; every other code is the tool's own. */
  private static FailureClass kind(Failure failure) {
    return FailureClass.of(failure.code()).orElse(FailureClass.UNKNOWN);
  }
}
