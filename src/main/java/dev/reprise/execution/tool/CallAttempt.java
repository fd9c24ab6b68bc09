package dev.reprise.execution.tool;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.task.CodeRun;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.AttemptEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.ToolDeclaration;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * An attempt at a call, made or refused.
 *
 * @param failures how often the call has failed, or ended without a known outcome, so far
 * @param mayHaveHappened whether an earlier attempt may have had its effect
 * @param deadline the end of the phase's time
 * @param clearance why the call may be made
 */
record CallAttempt(
    NextStep.CallTools step,
    ToolCall call,
    ToolDeclaration tool,
    int failures,
    boolean mayHaveHappened,
    Instant deadline,
    Clearance.Cleared clearance) {

  /** Returns the next attempt at a call, from the run's state before its intent is recorded. */
  static CallAttempt of(
      ActiveRun run,
      NextStep.CallTools step,
      ToolCall call,
      ToolDeclaration tool,
      Clearance.Cleared clearance) {
    Optional<ToolCallState> before = run.state().call(call.id());
    return new CallAttempt(
        step,
        call,
        tool,
        before.map(ToolCallState::failures).orElse(0),
        before.filter(ToolCallState::mayHaveHappened).isPresent(),
        run.state().deadlineOfOpenPhase(),
        clearance);
  }

  CallLocation location() {
    return step.location(call.id());
  }

  /** Returns the number of this attempt, counted from 1 since the model asked. */
  int number() {
    return failures + 1;
  }

  RunEvent started() {
    return new ToolCallEvent.Started(
        location(), call.tool(), tool.effect(), clearance.estimate(), clearance.allowedBy());
  }

  /** Returns that the attempt has run generated code. */
  RunEvent ran(CodeRun code) {
    return new AttemptEvent.CodeRan(location(), code);
  }

  /** Returns what the attempt did cost, as its tool reported. */
  RunEvent charged(BigDecimal usd) {
    BigDecimal counted = clearance.estimate().flatMap(CallEstimate::usd).orElse(BigDecimal.ZERO);
    return new AttemptEvent.Charged(location(), usd, counted);
  }

  /** Returns the failure of a call that a retry would not help. */
  RunEvent failed(Failure failure) {
    return failed(failure, Optional.empty());
  }

  /** Returns the failure of a call that has no attempt or no time left. */
  RunEvent givenUp(Failure failure) {
    return failed(failure, Optional.of(failures).filter(retries -> retries > 0));
  }

  private RunEvent failed(Failure failure, Optional<Integer> retries) {
    return new ToolCallEvent.Failed(location(), failure, retries);
  }

  RunEvent retrying(Failure failure, Instant next) {
    return new ToolCallEvent.Retrying(location(), number(), failure, next);
  }

  /**
   * @param attempts how many have been made by now
   */
  RunEvent unknown(int attempts, Failure failure, Optional<Instant> next) {
    return new ToolCallEvent.Unknown(location(), attempts, failure, next);
  }
}
