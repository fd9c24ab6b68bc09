package dev.reprise.execution.tool;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;
import static java.util.stream.Collectors.toSet;

import dev.reprise.agent.CallEstimate.Verdict;
import dev.reprise.agent.Difference;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolGate;
import dev.reprise.tool.call.ToolPermission;
import dev.reprise.tool.call.ToolUse;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks what prevents a call before anything is done: this server lacks the tool that the run
 * pinned, the run may not use the tool, or a person must approve the call first. Tested by {@code
 * PolicyAtWorkTest}.
 */
@ApplicationScoped
public class CallPreconditions {

  private static final System.Logger LOG = System.getLogger(CallPreconditions.class.getName());

  private final ToolCatalogue catalogue;
  private final ToolCaller caller;
  private final ToolGate gate;
  private final Workspaces workspaces;
  private final ApprovalQuestions approvals;

  @Inject
  CallPreconditions(
      ToolCatalogue catalogue,
      ToolCaller caller,
      ToolGate gate,
      Workspaces workspaces,
      ApprovalQuestions approvals) {
    this.catalogue = catalogue;
    this.caller = caller;
    this.gate = gate;
    this.workspaces = workspaces;
    this.approvals = approvals;
  }

  /**
   * Returns how this server's tools differ from those that the run pinned. Tools of other servers
   * may be redeclared while a run is in progress.
   */
  List<Difference> differences(ActiveRun run, NextStep.CallTools step) {
    List<PinnedTool> pinned = run.state().assignment().tools();
    Set<String> called = step.calls().stream().map(ToolCall::tool).collect(toSet());
    return catalogue.differences(run.claim().tenant(), pinned, called);
  }

  /**
   * Returns whether a call may be made, or what to record instead of its intent.
   *
   * @param workspace the run's; empty if this server no longer has it
   * @param beside what is recorded of the calls before it in the same step
   */
  Clearance clearance(
      ActiveRun run,
      NextStep.CallTools step,
      ToolCall call,
      Optional<Workspace> workspace,
      List<RunEvent> beside) {
    ToolPermission permission =
        gate.permission(ToolUse.CALL, call, CallContexts.origin(run, step.phase(), call));
    Optional<Failure> obstacle =
        permission instanceof ToolPermission.Refused(Failure why)
            ? Optional.of(why)
            : obstacle(run, step, call, workspace);
    if (obstacle.isPresent()) {
      return new Clearance.Withheld(notMade(run, step, call, obstacle.get()));
    }
    ToolDeclaration tool = catalogue.declaration(run.claim().tenant(), call.tool()).orElseThrow();
    var planned = new PlannedCall(run, step.phase(), step.iteration(), call, tool, beside);
    return approved(planned, permission, step, workspace.orElseThrow());
  }

  /** Returns what else prevents a call that is permitted. */
  private Optional<Failure> obstacle(
      ActiveRun run, NextStep.CallTools step, ToolCall call, Optional<Workspace> workspace) {
    if (workspace.isEmpty()) {
      return Optional.of(
          new Failure(
              "workspace_unavailable",
              "this server no longer has workspace '%s', only %s"
                  .formatted(
                      run.state().assignment().workspace(),
                      workspaces.names(run.claim().tenant()))));
    }
    return mayHaveHappened(run, call)
        ? precheck(run, step, call, workspace.get())
        : Optional.empty();
  }

  /**
   * Returns what to record of a refused call. A call that may have happened is not recorded as
   * failed only because it may not be started again.
   */
  private static RunEvent notMade(
      ActiveRun run, NextStep.CallTools step, ToolCall call, Failure refusal) {
    if (!mayHaveHappened(run, call)) {
      return failed(step, call, refusal);
    }
    LOG.log(
        WARNING,
        "run %s, phase %s, call %s: it may have happened, and is not started again (%s); a person must say what became of it"
            .formatted(run.id(), step.phase().name(), call.id(), refusal));
    return new ToolCallEvent.Reconciled(
        step.location(call.id()),
        ReconciliationFinding.COULD_NOT_TELL,
        "",
        "this server may not start it again: " + refusal.message(),
        Optional.empty());
  }

  private static boolean mayHaveHappened(ActiveRun run, ToolCall call) {
    return run.state().call(call.id()).filter(ToolCallState::mayHaveHappened).isPresent();
  }

  /** People are not asked about a call that could not be made anyway; it fails. */
  private Clearance approved(
      PlannedCall planned,
      ToolPermission permission,
      NextStep.CallTools step,
      Workspace workspace) {
    ToolCall call = planned.call();
    return switch (approvals.clearance(planned, permission)) {
      case Clearance.Cleared cleared -> {
        logNotice(planned, cleared);
        yield cleared;
      }
      case Clearance.Withheld withheld ->
          precheck(planned.run(), step, call, workspace)
              .map(failure -> new Clearance.Withheld(failed(step, call, failure)))
              .orElse(withheld);
    };
  }

  private static void logNotice(PlannedCall planned, Clearance.Cleared cleared) {
    cleared
        .estimate()
        .filter(it -> it.verdict() == Verdict.NOTICE)
        .ifPresent(
            estimate ->
                LOG.log(
                    INFO,
                    "run %s, phase %s, call %s: '%s' is expected to cost %s; it is called without approval"
                        .formatted(
                            planned.run().id(),
                            planned.phase().name(),
                            planned.call().id(),
                            planned.tool().name(),
                            estimate)));
  }

  private Optional<Failure> precheck(
      ActiveRun run, NextStep.CallTools step, ToolCall call, Workspace workspace) {
    return caller.precheck(call, CallContexts.of(run, step, call, workspace));
  }

  private static RunEvent failed(NextStep.CallTools step, ToolCall call, Failure failure) {
    return new ToolCallEvent.Failed(step.location(call.id()), failure, Optional.empty());
  }
}
