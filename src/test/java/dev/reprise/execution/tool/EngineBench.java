package dev.reprise.execution.tool;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Engine;
import dev.reprise.execution.model.PrepaidCalls;
import dev.reprise.execution.phase.PhaseLoop;
import dev.reprise.execution.worker.CallAbandonedException;
import dev.reprise.execution.worker.Worker;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ChatModel;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.LoopLimits;
import dev.reprise.run.decision.NextStep;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.policy.ToolPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;

/** Executes a run with the real phase loop, as far as it gets without a person. */
public final class EngineBench implements AutoCloseable {

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final ManualClock clock = new ManualClock(Engine.START);
  private final Decider decider = new Decider(3, new LoopLimits(0, 0, 0));
  private final PhaseLoop loop;

  /**
   * Creates an engine.
   *
   * @param random spreads waits
   */
  public EngineBench(
      ChatModel model, ToolCatalogue catalogue, ToolPolicy policy, RandomGenerator random) {
    loop =
        new EngineFixture(clock, model)
            .catalogue(catalogue)
            .policy(policy)
            .retries(EngineFixture.retries(Duration.ZERO, random))
            .decider(decider)
            .loop();
  }

  /** Creates an engine without tools, in which some calls need not be made. */
  public EngineBench(ChatModel model, PrepaidCalls prepaid) {
    loop = new EngineFixture(clock, model).decider(decider).prepaid(prepaid).loop();
  }

  /** Works on a new run until its phase ends or a person is asked; waits take no real time. */
  public List<RunEvent> work(AgentDefinition agent) throws InterruptedException {
    clock.moveTo(Engine.START);
    MemoryJournal journal = Engine.submitted(List.of());
    ActiveRun run = EngineFixture.claim(journal, agent, "t" + UUID.randomUUID(), clock);
    try {
      while (loop.work(run, new Worker(run, Optional::empty, executor, clock)).isEmpty()
          && decider.next(run.state(), clock.instant()) instanceof NextStep.AwaitRetry wait) {
        clock.moveTo(wait.until());
      }
    } catch (CallAbandonedException e) {
      throw new IllegalStateException("no supervisor abandons a call", e);
    }
    return journal.events();
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
