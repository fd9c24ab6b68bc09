package dev.reprise.execution;

import dev.reprise.agent.Delegation;
import dev.reprise.agent.Expense;
import dev.reprise.agent.JsonValue;
import dev.reprise.agent.Spent;
import dev.reprise.agent.ToolCall;
import dev.reprise.agent.Usage;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.CallInHand;
import dev.reprise.run.CallKey;
import dev.reprise.run.NextStep;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Runs that work for others, as far as those see them: they begin, and one look later have ended.
 */
final class WorldlyDelegations extends Delegations {

  private static final Spent SPENT = new Spent(1, 1, new Usage(1, 2), Expense.unknown(1));

  private final World world;

  WorldlyDelegations(World world) {
    this.world = world;
  }

  @Override
  Share share(RunInHand run, NextStep.DeferCalls step) {
    return new Share(run.state().iterationsLeft());
  }

  @Override
  RunEvent begin(RunInHand run, NextStep.DeferCalls step, ToolCall call, Share share) {
    UUID child =
        CallKey.child(IdempotencyKey.of(run, step.phase().name(), step.iteration(), call.id()));
    return new RunEvent.ToolCallDelegated(
        step.phase().name(),
        step.iteration(),
        call.id(),
        child,
        "other",
        JsonValue.EMPTY_OBJECT,
        new Delegation(run.id(), call.id(), 1, 5, run.state().deadlineOfOpenPhase()));
  }

  @Override
  boolean collect(RunInHand run, NextStep.AwaitChildren step) {
    run.awaitDurable();
    List<RunEvent> returned =
        delegated(run).stream()
            .filter(call -> !world.begins(child(call)))
            .map(call -> returned(step, call))
            .toList();
    if (returned.isEmpty()) {
      return false;
    }
    run.append(returned);
    return true;
  }

  private static RunEvent returned(NextStep.AwaitChildren step, CallInHand call) {
    return new RunEvent.ToolCallReturned(
        step.phase().name(),
        step.iteration(),
        call.call().id(),
        child(call),
        "done by another",
        Optional.empty(),
        SPENT);
  }

  @Override
  boolean isDue(RunInHand run) {
    return !delegated(run).isEmpty();
  }

  private static List<CallInHand> delegated(RunInHand run) {
    return run.state().openPhase().stream()
        .flatMap(open -> open.work().calls().stream())
        .filter(CallInHand::isDelegated)
        .toList();
  }

  private static UUID child(CallInHand call) {
    return ((CallInHand.Delegated) call.progress()).child();
  }
}
