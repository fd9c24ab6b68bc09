package dev.reprise.execution.tool;

import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.RetrySettings;
import dev.reprise.execution.worker.CallAbandonedException;
import dev.reprise.execution.worker.SupervisedCall;
import dev.reprise.execution.worker.Worker;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.call.ToolCaller;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Asks tools, in parallel, what became of calls whose outcome is unknown, and records each answer
 * as it comes. Asking changes nothing, so there is no intent: after a crash that loses an answer,
 * the tool is asked again. A tool that cannot tell is asked again later, over minutes, before a
 * person is. Tested by {@code CrashMatrixIT}.
 */
@ApplicationScoped
public class ReconcileSteps {

  private final ToolCaller caller;
  private final Workspaces workspaces;
  private final RetrySettings settings;
  private final Clock clock;

  @Inject
  public ReconcileSteps(
      ToolCaller caller, Workspaces workspaces, RetrySettings settings, Clock clock) {
    this.caller = caller;
    this.workspaces = workspaces;
    this.settings = settings;
    this.clock = clock;
  }

  /** Asks about all calls of the step; records nothing of inquiries that a stop abandons. */
  public void carryOut(ActiveRun run, NextStep.ReconcileCalls step, Worker worker)
      throws CallAbandonedException, InterruptedException {
    Optional<Workspace> workspace =
        workspaces.find(run.claim().tenant(), run.state().assignment().workspace());
    Instant now = clock.instant();
    worker.make(
        step.calls().stream().map(call -> inquiry(run, step, call, workspace, now)).toList());
  }

  private SupervisedCall inquiry(
      ActiveRun run,
      NextStep.ReconcileCalls step,
      ToolCall call,
      Optional<Workspace> workspace,
      Instant now) {
    Duration limit = caller.timeLimits().limit(call, run.agent().grant(call.tool()));
    int times = run.state().call(call.id()).map(ToolCallState::inquiries).orElse(0) + 1;
    return new SupervisedCall(
        now.plus(limit),
        () -> List.of(event(step, call, times, ask(run, step, call, workspace))),
        begun ->
            List.of(
                event(step, call, times, caller.timeLimits().reconciliationTimedOut(call, limit))));
  }

  private Reconciliation ask(
      ActiveRun run, NextStep.ReconcileCalls step, ToolCall call, Optional<Workspace> workspace) {
    if (workspace.isEmpty()) {
      return new Reconciliation.CannotTell(
          "this server no longer has workspace '%s'"
              .formatted(run.state().assignment().workspace()));
    }
    return caller.reconcile(call, CallContexts.of(run, step, call, workspace.get()));
  }

  /**
   * @param times how often the tool was asked, including this time
   */
  private RunEvent event(
      NextStep.ReconcileCalls step, ToolCall call, int times, Reconciliation reconciliation) {
    return switch (reconciliation) {
      case Reconciliation.Happened(String content) ->
          event(step, call, ReconciliationFinding.HAPPENED, content);
      case Reconciliation.DidNotHappen ignored ->
          event(step, call, ReconciliationFinding.DID_NOT_HAPPEN, "");
      case Reconciliation.CannotTell(String reason) ->
          new ToolCallEvent.Reconciled(
              step.location(call.id()),
              ReconciliationFinding.COULD_NOT_TELL,
              "",
              reason,
              next(times, reason));
    };
  }

  private static RunEvent event(
      NextStep.ReconcileCalls step, ToolCall call, ReconciliationFinding finding, String content) {
    return new ToolCallEvent.Reconciled(
        step.location(call.id()), finding, content, "", Optional.empty());
  }

  /** No deadline ends the inquiries: they change nothing, and no deadline drops a call in doubt. */
  private Optional<Instant> next(int times, String reason) {
    var fault = new Fault(FailureClass.UNKNOWN, reason);
    return settings
        .reconciliation()
        .retryAfterAny()
        .after(times, fault, Optional.empty(), settings.random())
        .next(clock.instant());
  }
}
