package dev.reprise.execution.tool;

import dev.reprise.agent.ControlTool;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolGate;
import dev.reprise.tool.call.ToolPermission;
import dev.reprise.tool.call.ToolUse;
import dev.reprise.tool.control.AskHumanDeclaration;
import dev.reprise.tool.control.WaitUntilDeclaration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns calls of the control tools into waits, and ends the waits whose time has come. While a run
 * waits, only its record remains: no thread, no lease, no job. Tested by {@code TimerIT}.
 */
@ApplicationScoped
public class ControlSteps {

  private final ToolCatalogue catalogue;
  private final ToolGate gate;
  private final ApprovalQuestions approvals;
  private final DelegationSteps delegations;
  private final Clock clock;

  @Inject
  public ControlSteps(
      ToolCatalogue catalogue,
      ToolGate gate,
      ApprovalQuestions approvals,
      DelegationSteps delegations,
      Clock clock) {
    this.catalogue = catalogue;
    this.gate = gate;
    this.approvals = approvals;
    this.delegations = delegations;
    this.clock = clock;
  }

  /**
   * Records what each call waits for; a call with invalid arguments fails. While an agent that a
   * call names cannot run yet, nothing is recorded, and the run waits to begin these calls again.
   */
  public void begin(ActiveRun run, NextStep.DeferCalls step) {
    Instant now = clock.instant();
    DelegationSteps.Share share = delegations.share(run, step);
    List<RunEvent> begun = new ArrayList<>();
    for (ToolCall call : step.calls()) {
      try {
        begun.addAll(begun(run, step, call, share, now));
      } catch (ToolException e) {
        begun.add(failed(step, call, e.failure()));
      } catch (AgentNotThereException e) {
        DelegationSteps.await(run, List.of(e.absent()));
        return;
      }
    }
    run.append(begun);
  }

  private List<RunEvent> begun(
      ActiveRun run,
      NextStep.DeferCalls step,
      ToolCall call,
      DelegationSteps.Share share,
      Instant now)
      throws ToolException, AgentNotThereException {
    List<RunEvent> instead = instead(run, step, call);
    return instead.isEmpty() ? List.of(wait(run, step, call, share, now)) : instead;
  }

  private RunEvent wait(
      ActiveRun run,
      NextStep.DeferCalls step,
      ToolCall call,
      DelegationSteps.Share share,
      Instant now)
      throws ToolException, AgentNotThereException {
    CallLocation location = step.location(call.id());
    return switch (ControlTool.named(call.tool()).orElseThrow()) {
      case WAIT_UNTIL ->
          new ToolCallEvent.Deferred(location, WaitUntilDeclaration.time(call.arguments(), now));
      case ASK_HUMAN -> {
        AskHumanDeclaration.Question question = AskHumanDeclaration.question(call.arguments(), now);
        var asked =
            new ToolCallEvent.Asked(
                location,
                QuestionKind.ANSWER,
                question.text(),
                question.until(),
                ApprovalTerms.NONE.in(run.id()));
        yield run.state().call(call.id()).orElseThrow().withDigest(asked);
      }
      case DELEGATE -> delegations.delegated(run, step, call, share);
    };
  }

  /** Returns what to record of a call that may not be made, or that needs a person's approval. */
  private List<RunEvent> instead(ActiveRun run, NextStep.DeferCalls step, ToolCall call) {
    ToolPermission permission =
        gate.permission(ToolUse.CALL, call, CallContexts.origin(run, step.phase(), call));
    if (permission instanceof ToolPermission.Refused(Failure why)) {
      return List.of(failed(step, call, why));
    }
    ToolDeclaration tool = catalogue.declaration(call.tool()).orElseThrow();
    var planned = new PlannedCall(run, step.phase(), step.iteration(), call, tool, List.of());
    return switch (approvals.clearance(planned, permission)) {
      case Clearance.Withheld(List<RunEvent> instead) -> instead;
      case Clearance.Cleared ignored -> List.of();
    };
  }

  /** Ends waits whose time has come, and questions that were not answered in time. */
  public void end(ActiveRun run, NextStep.EndWaits step) {
    String content = WaitUntilDeclaration.over(clock.instant());
    run.append(step.calls().stream().map(call -> over(run, step, call, content)).toList());
  }

  private static RunEvent over(
      ActiveRun run, NextStep.EndWaits step, ToolCall call, String content) {
    boolean asks = run.state().call(call.id()).filter(ToolCallState::isWithPerson).isPresent();
    return asks
        ? failed(
            step,
            call,
            new Failure("no_answer", "no answer came within the time that the call gave"))
        : new ToolCallEvent.Completed(
            step.location(call.id()), content, List.of(), Optional.empty());
  }

  private static RunEvent failed(NextStep.OfReply step, ToolCall call, Failure failure) {
    return new ToolCallEvent.Failed(step.location(call.id()), failure, Optional.empty());
  }
}
