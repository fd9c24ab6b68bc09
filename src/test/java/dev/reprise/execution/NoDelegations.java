package dev.reprise.execution;

import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.decision.NextStep;

/** For engines whose agents delegate nothing. */
final class NoDelegations extends Delegations {

  @Override
  Share share(RunInHand run, NextStep.DeferCalls step) {
    return new Share(0);
  }

  @Override
  RunEvent begin(RunInHand run, NextStep.DeferCalls step, ToolCall call, Share share) {
    throw new IllegalStateException("nothing can be delegated here");
  }

  @Override
  boolean collect(RunInHand run, NextStep.AwaitChildren step) {
    throw new IllegalStateException("nothing was delegated here");
  }

  @Override
  boolean isDue(RunInHand run) {
    throw new IllegalStateException("nothing was delegated here");
  }
}
