package dev.reprise.execution.tool;

import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.ToolGateway;
import dev.reprise.execution.guard.SharedBreakers;
import dev.reprise.execution.worker.SupervisedCall;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.decision.NextStep;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.call.LiveCallProgress;
import dev.reprise.tool.call.ToolCaller;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Makes attempts at tool calls: past the breaker of the tool, in turn, within the call's time
 * limit; and says what to record of each. Tested by {@code RetriedCallTest}.
 */
@ApplicationScoped
class ToolAttempts {

  private final ToolCaller caller;
  private final ToolGateway gateway;
  private final CallPolicies policies;
  private final CallOutcomes outcomes;
  private final SharedBreakers breakers;
  private final LiveCallProgress live;
  private final Clock clock;

  @Inject
  ToolAttempts(
      ToolCaller caller,
      ToolGateway gateway,
      CallPolicies policies,
      CallOutcomes outcomes,
      SharedBreakers breakers,
      LiveCallProgress live,
      Clock clock) {
    this.caller = caller;
    this.gateway = gateway;
    this.policies = policies;
    this.outcomes = outcomes;
    this.breakers = breakers;
    this.live = live;
    this.clock = clock;
  }

  /** Returns the permits for the calls of one step. */
  ToolBreakerPermits permits(String tenant) {
    return new ToolBreakerPermits(breakers, caller, gateway.bound(), tenant);
  }

  /**
   * Returns what to record instead of the call's intent, if the tool's breaker refuses the call.
   */
  Optional<RunEvent> refusal(CallAttempt attempt, ToolBreakerPermits permits) {
    return permits.refusal(attempt.call()).map(why -> outcomes.refused(attempt, why));
  }

  /** Returns an attempt whose call has a permit, for a worker to make. */
  SupervisedCall supervised(
      ActiveRun run, CallAttempt attempt, Workspace workspace, ToolBreakerPermits permits) {
    ToolCall call = attempt.call();
    CallContext context = context(run, attempt, workspace);
    Duration limit = caller.timeLimits().limit(call, context.origin().grant());
    var time = new CallDeadline(clock, limit);
    ToolBreakerPermits.Invocation invocation =
        () ->
            policies.inTurn(
                run.claim().tenant(),
                call,
                limit,
                () -> {
                  time.begin();
                  return gateway.call(call, context);
                });
    return new SupervisedCall(
        time::end,
        () -> events(run, attempt, () -> permits.make(call, invocation)),
        ignored -> events(run, attempt, () -> permits.timedOut(call, limit, time.hasBegun())));
  }

  private CallContext context(ActiveRun run, CallAttempt attempt, Workspace workspace) {
    NextStep.CallTools step = attempt.step();
    return CallContexts.of(run, step, attempt.call(), workspace)
        .withProgress(
            run.agent().recordsContent()
                ? live.open(run.id(), attempt.location())
                : CallProgress.UNHEARD);
  }

  private List<RunEvent> events(
      ActiveRun run, CallAttempt attempt, ToolBreakerPermits.Invocation invocation) {
    try {
      CallResult result = invocation.make();
      if (attempt.number() > 1 && result.outcome() instanceof ToolOutcome.Succeeded) {
        gateway.recovered();
      }
      return outcomes.of(run, attempt, result);
    } catch (OutcomeUnknownException e) {
      return List.of(outcomes.of(run, attempt, e));
    } finally {
      live.close(run.id(), attempt.location());
    }
  }
}
