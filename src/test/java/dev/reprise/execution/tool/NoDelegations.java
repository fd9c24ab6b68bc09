package dev.reprise.execution.tool;

import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.decision.NextStep;
import java.util.Optional;

/** Delegation for engines whose agents delegate nothing. */
public final class NoDelegations extends DelegationSteps {

  @SuppressWarnings("NullAway") // nothing that is overridden uses them
  public NoDelegations() {
    super(null, null, null, null, 0);
  }

  @Override
  public Share share(ActiveRun run, NextStep.DeferCalls step) {
    return new Share(0, Optional.empty());
  }

  @Override
  public RunEvent delegated(ActiveRun run, NextStep.DeferCalls step, ToolCall call, Share share) {
    throw new IllegalStateException("nothing can be delegated here");
  }

  @Override
  public boolean collect(ActiveRun run, NextStep.AwaitChildren step) {
    throw new IllegalStateException("nothing was delegated here");
  }

  @Override
  public boolean isDue(ActiveRun run) {
    throw new IllegalStateException("nothing was delegated here");
  }
}
