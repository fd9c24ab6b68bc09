package dev.reprise.execution.tool;

import dev.reprise.definition.CompatibilityCheck;
import dev.reprise.execution.FakeDelegations;
import dev.reprise.execution.FakeTools;
import dev.reprise.execution.RetrySettings;
import dev.reprise.execution.SimulatedOperator;
import dev.reprise.execution.budget.LostModelCalls;
import dev.reprise.execution.phase.PhaseLoop;
import dev.reprise.model.ChatModel;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.resilience.Jitter;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.run.decision.Decider;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.ToolCatalogue;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * One version of a server: its phase loop, what it does after the loss of another server, and the
 * check of what runs have pinned.
 */
public record ServerVersion(
    PhaseLoop loop, LostModelCalls lostCalls, CompatibilityCheck compatibility) {

  /** Every wait releases the run; waits have no jitter, so those of calls are whole seconds. */
  private static final RetrySettings RETRIES =
      new RetrySettings(
          RetryPolicy.TRANSPORT,
          new RetryPolicy(
              RetryPolicy.TOOL.attempts(),
              RetryPolicy.TOOL.backOff(),
              RetryPolicy.TOOL.maxDelay(),
              Jitter.NONE),
          RetryPolicy.WORKFLOW,
          RetryPolicy.RECONCILIATION,
          Duration.ZERO,
          () -> 0);

  public static ServerVersion of(
      FakeTools tools,
      Collection<Tool> installed,
      ChatModel model,
      Decider decider,
      SimulatedOperator operator) {
    return of(new FakeDelegations(tools), installed, model, decider, operator);
  }

  public static ServerVersion of(
      DelegationSteps delegations,
      Collection<Tool> installed,
      ChatModel model,
      Decider decider,
      SimulatedOperator operator) {
    ToolCatalogue tools = ToolFixture.catalogue(installed);
    EngineFixture engine =
        new EngineFixture(operator.clock(), model)
            .catalogue(tools)
            .policy(ToolFixture.retryingPolicy())
            .retries(RETRIES)
            .delegations(delegations)
            .messages(operator)
            .decider(decider)
            .fallbackAfter(Duration.ofSeconds(30));
    return new ServerVersion(
        engine.loop(),
        engine.lostCalls(),
        new CompatibilityCheck(tools, new ChatModels(List.of(model))));
  }
}
