package dev.reprise.tool;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.task.AgentTask;
import dev.reprise.agent.task.CodeRun;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * The result of a tool call.
 *
 * @param outcome what the run receives
 * @param fault the kind of failure, if it failed; decides whether the call is retried
 * @param usd what the tool says that the call did cost, in US dollars; empty if it does not say
 * @param task what an agent must do before the call can be made again and succeed, if the call
 *     failed for lack of it
 * @param code the generated code that the call has run, in order
 */
public record CallResult(
    ToolOutcome outcome,
    Optional<Fault> fault,
    Optional<BigDecimal> usd,
    Optional<AgentTask> task,
    List<CodeRun> code) {

  public CallResult {
    code = List.copyOf(code);
  }

  /** Creates the result of a call whose tool does not say what it did cost. */
  public CallResult(ToolOutcome outcome, Optional<Fault> fault) {
    this(outcome, fault, Optional.empty(), Optional.empty(), List.of());
  }

  /** Creates the result of a tool that stated its outcome itself. */
  public static CallResult of(ToolOutcome outcome) {
    return outcome instanceof ToolOutcome.Failed(Failure failure)
        ? failed(failure, new Fault(kind(failure), failure.message()))
        : new CallResult(outcome, Optional.empty());
  }

  public static CallResult failed(Failure failure, Fault fault) {
    return new CallResult(new ToolOutcome.Failed(failure), Optional.of(fault));
  }

  /** Returns the result of a call that cannot be made before an agent has done something. */
  public static CallResult requiring(AgentTask task, Failure failure) {
    CallResult failed = of(new ToolOutcome.Failed(failure));
    return new CallResult(failed.outcome, failed.fault, failed.usd, Optional.of(task), failed.code);
  }

  /** Returns this result with what the call did cost, and which code it has run. */
  public CallResult with(Optional<BigDecimal> amount, List<CodeRun> runs) {
    return new CallResult(outcome, fault, amount, task, runs);
  }

  /** A failure code of the taxonomy states its kind; any other code is specific to the tool. */
  private static FailureClass kind(Failure failure) {
    return FailureClass.of(failure.code()).orElse(FailureClass.UNKNOWN);
  }
}
