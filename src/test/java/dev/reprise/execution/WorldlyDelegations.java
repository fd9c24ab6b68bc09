package dev.reprise.execution;

import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.tool.DelegationSteps;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.CallKey;
import dev.reprise.run.state.ToolCallState;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Runs that work for others, as far as those see them. */
public final class WorldlyDelegations extends DelegationSteps {

  private static final DelegatedUsage SPENT =
      new DelegatedUsage(1, 1, new Usage(1, 2), TotalCost.unknown(1));

  private final Others others;

  public WorldlyDelegations(Others others) {
    this.others = others;
  }

  /** What becomes of those that work for others. */
  public interface Others {

    /** Begins one that has not begun; returns whether it had not. */
    boolean begins(UUID child);

    /** Returns whether one has begun. */
    boolean hasBegun(UUID child);

    /** Returns whether one has its end that has begun. */
    boolean hasEnded(UUID child);
  }

  @Override
  public Share share(ActiveRun run, NextStep.DeferCalls step) {
    return new Share(run.state().iterationsLeft());
  }

  @Override
  public RunEvent begin(ActiveRun run, NextStep.DeferCalls step, ToolCall call, Share share) {
    UUID child =
        CallKey.child(IdempotencyKey.of(run, step.phase().name(), step.iteration(), call.id()));
    return new ToolCallEvent.Delegated(
        step.phase().name(),
        step.iteration(),
        call.id(),
        child,
        "other",
        JsonValue.EMPTY_OBJECT,
        new Delegation(run.id(), call.id(), 1, 5, run.state().deadlineOfOpenPhase()));
  }

  @Override
  public boolean collect(ActiveRun run, NextStep.AwaitChildren step) {
    run.awaitDurable();
    List<RunEvent> returned =
        delegated(run).stream()
            .filter(call -> !others.begins(child(call)) && others.hasEnded(child(call)))
            .map(call -> returned(step, call))
            .toList();
    if (returned.isEmpty()) {
      return false;
    }
    run.append(returned);
    return true;
  }

  private static RunEvent returned(NextStep.AwaitChildren step, ToolCallState call) {
    return new ToolCallEvent.Returned(
        step.phase().name(),
        step.iteration(),
        call.call().id(),
        child(call),
        "done by another",
        Optional.empty(),
        SPENT);
  }

  @Override
  public boolean isDue(ActiveRun run) {
    return delegated(run).stream()
        .map(WorldlyDelegations::child)
        .anyMatch(child -> !others.hasBegun(child) || others.hasEnded(child));
  }

  private static List<ToolCallState> delegated(ActiveRun run) {
    return run.state().openPhase().stream()
        .flatMap(open -> open.work().calls().stream())
        .filter(ToolCallState::isDelegated)
        .toList();
  }

  private static UUID child(ToolCallState call) {
    return ((ToolCallState.Delegated) call.progress()).child();
  }
}
