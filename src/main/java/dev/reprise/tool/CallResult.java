package dev.reprise.tool;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.util.Optional;

/**
 * The result of a tool call.
 *
 * @param outcome what the run receives
 * @param fault the kind of failure, if it failed; decides whether the call is retried
 */
public record CallResult(ToolOutcome outcome, Optional<Fault> fault) {

  /** Creates the result of a tool that stated its outcome itself. */
  public static CallResult of(ToolOutcome outcome) {
    return outcome instanceof ToolOutcome.Failed(Failure failure)
        ? failed(failure, new Fault(kind(failure), failure.message()))
        : new CallResult(outcome, Optional.empty());
  }

  public static CallResult failed(Failure failure, Fault fault) {
    return new CallResult(new ToolOutcome.Failed(failure), Optional.of(fault));
  }

  /** A failure code of the taxonomy states its kind; any other code is specific to the tool. */
  private static FailureClass kind(Failure failure) {
    return FailureClass.of(failure.code()).orElse(FailureClass.UNKNOWN);
  }
}
