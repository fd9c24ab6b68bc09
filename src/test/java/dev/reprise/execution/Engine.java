package dev.reprise.execution;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Difference;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.execution.job.BreakdownRecovery;
import dev.reprise.execution.job.ReleaseDecision;
import dev.reprise.execution.tool.Software;
import dev.reprise.execution.worker.CallAbandonedException;
import dev.reprise.execution.worker.Worker;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ModelRequest;
import dev.reprise.run.Claim;
import dev.reprise.run.ForkPoint;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.LoopLimits;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;

/** The real phase loop without server and batch: what jobs do to a run, on one journal. */
public final class Engine {

  public static final UUID RUN = UUID.fromString("00000000-0000-4000-8000-000000000001");
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** No run here is taken on so often. */
  private static final int MOST_TIMES = 500;

  private static final DefinitionMismatch NONE = new DefinitionMismatch(List.of(), 0);

  private final Decider decider = new Decider(3, new LoopLimits(1, 2, 3));
  private final AgentDefinition agent;
  private final MemoryJournal journal;
  private final Outside outside;
  private final ListeningModel model;
  private final Software software;
  private final Software upgraded;
  private final ExecutorService executor;

  Engine(
      AgentDefinition agent,
      MemoryJournal journal,
      World world,
      Outside outside,
      ExecutorService executor) {
    this(agent, journal, world, outside, executor, new ListeningModel());
  }

  public Engine(
      AgentDefinition agent,
      MemoryJournal journal,
      World world,
      Outside outside,
      ExecutorService executor,
      ListeningModel model) {
    this.model = model;
    this.agent = agent;
    this.journal = journal;
    this.outside = outside;
    this.executor = executor;
    software = Software.of(world, world.tools(World.BEGINNING), model, decider, outside);
    upgraded = Software.of(world, world.tools(World.UPGRADE), model, decider, outside);
  }

  /** Returns the journal of a run that was asked for. */
  public static MemoryJournal submitted() {
    return submitted(Optional.of(World.pins(World.BEGINNING)));
  }

  /** Returns the journal of a run that keeps these tools, or none for no tool to be compared. */
  public static MemoryJournal submitted(Optional<List<PinnedTool>> tools) {
    var journal = new MemoryJournal(RUN);
    var submitted =
        new LifecycleEvent.Submitted(
            "generated", "version", new JsonValue("{\"topic\":\"tides\"}"), "here", "ana", tools);
    journal.append(new Writer(RUN, "default", 0), Position.START, List.of(submitted)).await();
    return journal;
  }

  /**
   * Returns the journal of a fork of a run.
   *
   * @param ended whether the run never goes on
   */
  static MemoryJournal forked(
      UUID fork, MemoryJournal run, AgentDefinition agent, int sequence, boolean ended) {
    var parent = new ForkPoint.Parent(run.run(), agent, ended);
    ForkPoint point = ForkPoint.read(run, parent, sequence, World::effectOf);
    var journal = new MemoryJournal(fork, Optional.of(run));
    List<RunEvent> events = point.events("ana", Outside.newestTime(run.events()), Optional.empty());
    journal.append(new Writer(fork, "default", 0), Position.START, events).await();
    return journal;
  }

  /** Returns what the model was asked, oldest first. */
  List<ModelRequest> requests() {
    return model.requests();
  }

  /** Takes the run on as often as it is due, and lets the others act in between. */
  public RunState carryToItsEnd() throws InterruptedException {
    for (int time = 1; !outside.isOver(); time++) {
      if (time > MOST_TIMES) {
        throw new IllegalStateException("the run does not end: " + journal.events());
      }
      RunState state = folded().state();
      record(outside.actions(state, next(state)));
      try {
        takeOn();
      } catch (Outside.Death e) {
        // what is recorded is all that is left
      } catch (Outside.Breakdown e) {
        var why = new Failure(BreakdownRecovery.CODE, "as it happens");
        record(List.of(new LifecycleEvent.BrokeDown("here", why, outside.clock().instant())));
      } catch (CallAbandonedException e) {
        throw new IllegalStateException("nobody watches", e);
      }
    }
    return folded().state();
  }

  private void takeOn() throws InterruptedException, CallAbandonedException {
    var claim = new Claim(journal.run(), "default", journal.claim());
    var run = new ActiveRun(Leases.endless(claim), Optional.empty(), journal, folded());
    run.append(new LifecycleEvent.Admitted("here", outside.clock().instant()));
    Software installed = outside.isUpgraded() ? upgraded : software;
    Optional<DefinitionMismatch> misfit = misfit(run.state(), installed);
    StopCheck stop =
        () -> {
          run.posted(outside.messages());
          return misfit.isPresent() ? cause(misfit) : outside.stop();
        };
    // A run that is given up is not worked on any more, and harms no server.
    while (!(next(run.state()) instanceof NextStep.GiveUp)
        && installed.loop().due(run, stop).isPresent()) {
      var worker = new Worker(run, stop, executor, outside.clock());
      installed.loop().work(run, worker).ifPresent(end -> installed.loop().end(run, end));
    }
    var grounds = new GroundsOf(Outside.CANCEL, Outside.PAUSE, misfit.orElse(NONE));
    var lettingGo = new ReleaseDecision("here", outside.clock().instant(), grounds);
    run.append(lettingGo.event(next(run.state()), cause(misfit)));
  }

  private static Optional<DefinitionMismatch> misfit(RunState state, Software installed) {
    if (state.currentPhase().isEmpty()) {
      return Optional.empty();
    }
    List<Difference> differences =
        installed
            .compatibility()
            .differences("default", state.agent(), state.tools(), state.neededTools());
    if (state.refusals() > 5) {
      throw new IllegalStateException("nobody makes it fit: " + differences);
    }
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of(new DefinitionMismatch(differences, state.refusals()));
  }

  private Optional<StopCause> cause(Optional<DefinitionMismatch> misfit) {
    Optional<StopCause> cause = outside.cause();
    return cause.equals(Optional.of(StopCause.CANCEL)) || misfit.isEmpty()
        ? cause
        : Optional.of(StopCause.MISFIT);
  }

  private void record(List<RunEvent> events) {
    if (!events.isEmpty()) {
      var writer = new Writer(journal.run(), "default", journal.claim());
      journal.append(writer, folded().head(), events).await();
    }
  }

  private NextStep next(RunState state) {
    return decider.next(state, outside.clock().instant());
  }

  private ReplayedRun folded() {
    return ReplayedRun.from(journal, journal.run(), present(agent, journal), journal.checkpoint());
  }

  /** Returns the version of the agent that the run's row would name. */
  static AgentDefinition present(AgentDefinition agent, MemoryJournal journal) {
    return journal.events().stream().anyMatch(ControlEvent.Migrated.class::isInstance)
        ? GeneratedAgents.upgraded(agent)
        : agent;
  }
}
