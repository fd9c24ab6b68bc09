package dev.reprise.execution;

import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.task.AgentTask;
import dev.reprise.execution.tool.DelegationSteps;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.CallKey;
import dev.reprise.run.state.ToolCallProgress;
import dev.reprise.run.state.ToolCallState;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Delegation to child runs that exist only in a test's plan. */
public final class FakeDelegations extends DelegationSteps {

  private static final DelegatedUsage SPENT =
      new DelegatedUsage(1, 1, new Usage(1, 2), TotalCost.unknown(1));

  private final ChildRuns childRuns;

  @SuppressWarnings("NullAway") // nothing that is overridden uses them
  public FakeDelegations(ChildRuns childRuns) {
    super(null, null, null, null, 0);
    this.childRuns = childRuns;
  }

  /** The child runs. */
  public interface ChildRuns {

    /** Submits a child run, unless it was submitted before; returns whether it was not. */
    boolean submit(UUID child);

    /** Returns whether a child run was submitted. */
    boolean isSubmitted(UUID child);

    /** Returns whether a submitted child run has ended. */
    boolean hasEnded(UUID child);
  }

  @Override
  public Share share(ActiveRun run, NextStep.DeferCalls step) {
    return new Share(run.state().iterationsLeft(), Optional.empty());
  }

  @Override
  public RunEvent delegated(ActiveRun run, NextStep.DeferCalls step, ToolCall call, Share share) {
    UUID child = CallKey.child(IdempotencyKey.of(run, step.location(call.id())));
    return new ChildRunEvent.Delegated(
        step.phase().name(),
        step.iteration(),
        call.id(),
        child,
        "other",
        JsonValue.EMPTY_OBJECT,
        new Delegation(run.id(), call.id(), 1, 5, run.state().deadlineOfOpenPhase()));
  }

  @Override
  public RunEvent required(ActiveRun run, NextStep.CallTools step, ToolCall call, AgentTask task) {
    UUID child =
        CallKey.child(
            IdempotencyKey.of(run, step.location(call.id())),
            run.state().call(call.id()).orElseThrow().answers().size());
    return new ChildRunEvent.Delegated(
        step.phase().name(),
        step.iteration(),
        call.id(),
        child,
        task.agent(),
        task.input(),
        new Delegation(run.id(), call.id(), 1, 5, run.state().deadlineOfOpenPhase()));
  }

  @Override
  public boolean collect(ActiveRun run, NextStep.AwaitChildren step) {
    run.awaitDurable();
    List<RunEvent> returned =
        delegated(run).stream()
            .filter(call -> !childRuns.submit(child(call)) && childRuns.hasEnded(child(call)))
            .map(call -> returned(step, call))
            .toList();
    if (returned.isEmpty()) {
      return false;
    }
    run.append(returned);
    return true;
  }

  private static RunEvent returned(NextStep.AwaitChildren step, ToolCallState call) {
    return new ChildRunEvent.Returned(
        step.phase().name(),
        step.iteration(),
        call.call().id(),
        child(call),
        "done by another",
        Optional.empty(),
        Optional.empty(),
        SPENT);
  }

  @Override
  public boolean isDue(ActiveRun run) {
    return delegated(run).stream()
        .map(FakeDelegations::child)
        .anyMatch(child -> !childRuns.isSubmitted(child) || childRuns.hasEnded(child));
  }

  private static List<ToolCallState> delegated(ActiveRun run) {
    return run.state().openPhase().stream()
        .flatMap(open -> open.work().calls().stream())
        .filter(ToolCallState::isDelegated)
        .toList();
  }

  private static UUID child(ToolCallState call) {
    return ((ToolCallProgress.Delegated) call.progress()).child();
  }
}
