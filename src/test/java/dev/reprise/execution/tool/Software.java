package dev.reprise.execution.tool;

import dev.reprise.definition.CompatibilityCheck;
import dev.reprise.execution.Outside;
import dev.reprise.execution.RetrySettings;
import dev.reprise.execution.World;
import dev.reprise.execution.WorldlyDelegations;
import dev.reprise.execution.guard.BreakerProfiles;
import dev.reprise.execution.guard.SharedBreakers;
import dev.reprise.execution.guard.SharedQuotas;
import dev.reprise.execution.model.CompactionSteps;
import dev.reprise.execution.model.ModelFallback;
import dev.reprise.execution.model.ModelRetries;
import dev.reprise.execution.model.ModelSteps;
import dev.reprise.execution.phase.LoopSteps;
import dev.reprise.execution.phase.MessageSteps;
import dev.reprise.execution.phase.PhaseLoop;
import dev.reprise.execution.phase.RetrySteps;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ReplyStreams;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.model.price.Prices;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.BreakerSettings;
import dev.reprise.resilience.Jitter;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.run.decision.Decider;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.call.LiveCallProgress;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.policy.ToolPolicy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** What is installed on a server: its phase loop, and what it has for runs. */
public record Software(PhaseLoop loop, CompatibilityCheck compatibility) {

  /** Every wait lets go of the run, and is as long at every time: of calls, whole seconds. */
  private static final RetrySettings RETRIES =
      new RetrySettings(
          RetryPolicy.TRANSPORT,
          RetryPolicy.TOOL.withJitter(Jitter.NONE),
          RetryPolicy.WORKFLOW,
          RetryPolicy.RECONCILIATION,
          Duration.ZERO,
          () -> 0);

  /** Breakers are no part of a run, which here ends the same way whatever happened to others. */
  private static final BreakerSettings NEVER =
      new BreakerSettings(Integer.MAX_VALUE, Duration.ofSeconds(1));

  private static final ModelFallback FALLBACKS =
      new ModelFallback(Duration.ofSeconds(30), Redaction.none());

  private static final Prices PRICES = Prices.builtIn();

  private static final Path WORKSPACE = Path.of("src").toAbsolutePath(); // no tool here touches it

  public static Software of(
      World world, Collection<Tool> installed, ChatModel model, Decider decider, Outside outside) {
    return of(new WorldlyDelegations(world), installed, model, decider, outside);
  }

  public static Software of(
      DelegationSteps delegations,
      Collection<Tool> installed,
      ChatModel model,
      Decider decider,
      Outside outside) {
    Clock clock = outside.clock();
    ToolCatalogue tools = ToolFixture.catalogue(installed);
    ToolCaller caller = ToolFixture.caller(tools);
    Workspaces workspaces = ToolFixture.workspaces("here", WORKSPACE);
    var models = new ChatModels(List.of(model));
    var breakers =
        new SharedBreakers(new BreakerProfiles(NEVER, NEVER, NEVER), TestDatabases.derby(), clock);
    var guarded = Gateways.guarded(models, breakers);
    var quotas = new SharedQuotas(TestDatabases.derby(), clock);
    var modelRetries = new ModelRetries(RETRIES, quotas, clock);
    ToolPolicy policy = ToolFixture.retryingPolicy();
    var toolRetries = new ToolRetries(policy, RETRIES, clock);
    var loop =
        new PhaseLoop(
            decider,
            clock,
            new MessageSteps(outside),
            new ModelSteps(
                guarded,
                new ReplyStreams(Redaction.none()),
                tools,
                Redaction.none(),
                modelRetries,
                FALLBACKS,
                PRICES,
                clock),
            new CompactionSteps(guarded, modelRetries, PRICES, Redaction.none(), clock),
            new ToolSteps(
                Gateways.clearance(tools, caller, policy, workspaces),
                tools,
                caller,
                new CallPolicies(tools, policy),
                Gateways.to(caller),
                workspaces,
                toolRetries,
                new LiveCallProgress(Redaction.none()),
                Redaction.none(),
                breakers,
                clock),
            new ReconcileSteps(caller, workspaces, RETRIES, clock),
            new ControlSteps(
                tools,
                new CallPolicies(tools, policy),
                new ApprovalQuestions(policy),
                delegations,
                clock),
            delegations,
            new RetrySteps(RETRIES, clock),
            new LoopSteps());
    return new Software(loop, new CompatibilityCheck(tools, models));
  }
}
