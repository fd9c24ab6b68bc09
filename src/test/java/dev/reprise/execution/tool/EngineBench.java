package dev.reprise.execution.tool;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Engine;
import dev.reprise.execution.Leases;
import dev.reprise.execution.RetrySettings;
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
import dev.reprise.execution.worker.CallAbandonedException;
import dev.reprise.execution.worker.Worker;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ReplyStreams;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.model.price.Prices;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.BreakerSettings;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.run.Claim;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.LoopLimits;
import dev.reprise.run.decision.NextStep;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.LiveCallProgress;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.policy.ToolPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;

/** The real phase loop, which carries a run to where only somebody else can have it go on. */
public final class EngineBench implements AutoCloseable {

  private static final BreakerSettings NEVER =
      new BreakerSettings(Integer.MAX_VALUE, Duration.ofSeconds(1));

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final ManualClock clock = new ManualClock(Engine.START);
  private final Decider decider = new Decider(3, new LoopLimits(0, 0, 0));
  private final RetrySettings retries;
  private final PhaseLoop loop;

  /**
   * Sets one up.
   *
   * @param random spreads waits
   */
  public EngineBench(
      ChatModel model, ToolCatalogue catalogue, ToolPolicy policy, RandomGenerator random) {
    retries =
        new RetrySettings(
            RetryPolicy.TRANSPORT,
            RetryPolicy.TOOL,
            RetryPolicy.WORKFLOW,
            RetryPolicy.RECONCILIATION,
            Duration.ZERO,
            random);
    var breakers =
        new SharedBreakers(new BreakerProfiles(NEVER, NEVER, NEVER), TestDatabases.derby(), clock);
    var models = Gateways.guarded(new ChatModels(List.of(model)), breakers);
    var modelRetries =
        new ModelRetries(retries, new SharedQuotas(TestDatabases.derby(), clock), clock);
    var caller = ToolFixture.caller(catalogue);
    var workspaces = ToolFixture.workspaces("here", Path.of("src").toAbsolutePath());
    var terms = new CallPolicies(catalogue, policy);
    loop =
        new PhaseLoop(
            decider,
            clock,
            new MessageSteps((run, number) -> List.of()),
            new ModelSteps(
                models,
                new ReplyStreams(Redaction.none()),
                catalogue,
                Redaction.none(),
                modelRetries,
                new ModelFallback(Duration.ofMinutes(1), Redaction.none()),
                Prices.builtIn(),
                clock),
            new CompactionSteps(models, modelRetries, Prices.builtIn(), Redaction.none(), clock),
            new ToolSteps(
                Gateways.clearance(catalogue, caller, policy, workspaces),
                catalogue,
                caller,
                terms,
                Gateways.to(caller),
                workspaces,
                new ToolRetries(policy, retries, clock),
                new LiveCallProgress(Redaction.none()),
                Redaction.none(),
                breakers,
                clock),
            new ReconcileSteps(caller, workspaces, retries, clock),
            new ControlSteps(
                catalogue, terms, new ApprovalQuestions(policy), new NoDelegations(), clock),
            new NoDelegations(),
            new RetrySteps(retries, clock),
            new LoopSteps());
  }

  /** Works on a new run until its phase ends or somebody is asked; waits pass at once. */
  public List<RunEvent> work(AgentDefinition agent) throws InterruptedException {
    clock.moveTo(Engine.START);
    MemoryJournal journal = Engine.submitted(Optional.empty());
    var claim = new Claim(journal.run(), "t" + UUID.randomUUID(), journal.claim());
    var run =
        new ActiveRun(
            Leases.endless(claim),
            Optional.empty(),
            journal,
            ReplayedRun.from(journal, journal.run(), agent));
    run.append(new LifecycleEvent.Admitted("here", clock.instant()));
    try {
      while (loop.work(run, new Worker(run, Optional::empty, executor, clock)).isEmpty()
          && decider.next(run.state(), clock.instant()) instanceof NextStep.AwaitRetry wait) {
        clock.moveTo(wait.until());
      }
    } catch (CallAbandonedException e) {
      throw new IllegalStateException("nobody watches", e);
    }
    return journal.events();
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
