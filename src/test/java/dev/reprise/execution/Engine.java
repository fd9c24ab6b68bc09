package dev.reprise.execution;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Difference;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.execution.job.BreakdownRecovery;
import dev.reprise.execution.job.ReleaseDecision;
import dev.reprise.execution.tool.ServerVersion;
import dev.reprise.execution.worker.CallAbandonedException;
import dev.reprise.execution.worker.Worker;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ModelRequest;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.ForkPoint;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.LoopLimits;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.decision.ProcessDeaths;
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;

/** The real phase loop without server and batch runtime: does what jobs do to one run. */
public final class Engine {

  public static final UUID RUN = UUID.fromString("00000000-0000-4000-8000-000000000001");
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** More claims than any run here needs. */
  private static final int MAX_TIMES = 500;

  private static final DefinitionMismatch NONE = new DefinitionMismatch(List.of(), 0);

  private final Decider decider;
  private final AgentDefinition agent;
  private final MemoryJournal journal;
  private final SimulatedOperator operator;
  private final RecordingModel model;
  private final FakeTools tools;
  private final ServerVersion software;
  private final ExecutorService executor;

  /** Made when it is first needed: most runs meet no upgrade. */
  private Optional<ServerVersion> upgraded = Optional.empty();

  Engine(
      AgentDefinition agent,
      MemoryJournal journal,
      FakeTools tools,
      SimulatedOperator operator,
      ExecutorService executor) {
    this(agent, journal, tools, operator, executor, new RecordingModel());
  }

  public Engine(
      AgentDefinition agent,
      MemoryJournal journal,
      FakeTools tools,
      SimulatedOperator operator,
      ExecutorService executor,
      RecordingModel model) {
    this.decider = new Decider(3, loopLimits(agent));
    this.model = model;
    this.agent = agent;
    this.journal = journal;
    this.operator = operator;
    this.executor = executor;
    this.tools = tools;
    this.software = version(FakeTools.BEGINNING);
  }

  /**
   * Each resume lets a model repeat itself anew. Which call a budget holds up, and so where people
   * resume the run, depends on the calls that a crash repeats.
   */
  private static LoopLimits loopLimits(AgentDefinition agent) {
    return agent.runPolicy().budget().hasLimit()
        ? new LoopLimits(0, 0, 0)
        : new LoopLimits(1, 2, 3);
  }

  private ServerVersion version(String description) {
    return ServerVersion.of(tools, tools.describedAs(description), model, decider, operator);
  }

  private ServerVersion installed() {
    if (!operator.isUpgraded()) {
      return software;
    }
    ServerVersion known = upgraded.orElseGet(() -> version(FakeTools.UPGRADE));
    upgraded = Optional.of(known);
    return known;
  }

  /** Returns the journal of a submitted run. */
  public static MemoryJournal submitted() {
    return submitted(FakeTools.pins(FakeTools.BEGINNING));
  }

  /** Returns the journal of a submitted run that pins these tools. */
  public static MemoryJournal submitted(List<PinnedTool> tools) {
    var journal = new MemoryJournal(RUN);
    var submitted =
        Submissions.pinning(
            tools, "generated", "version", new JsonValue("{\"topic\":\"tides\"}"), "here", "ana");
    journal.append(new Writer(RUN, "default", 0), Position.START, List.of(submitted)).await();
    return journal;
  }

  /**
   * Returns the journal of a fork of a run.
   *
   * @param ended whether the run has ended
   */
  static MemoryJournal forked(
      UUID fork, MemoryJournal run, AgentDefinition agent, int sequence, boolean ended) {
    var parent = new ForkPoint.Parent(run.run(), agent, ended);
    ForkPoint point = ForkPoint.read(run, parent, sequence, FakeTools::effectOf);
    var journal = new MemoryJournal(fork, Optional.of(run));
    List<RunEvent> events =
        point.events(fork, "ana", SimulatedOperator.newestTime(run.events()), Optional.empty());
    journal.append(new Writer(fork, "default", 0), Position.START, events).await();
    return journal;
  }

  /** Returns the requests to the model, oldest first. */
  List<ModelRequest> requests() {
    return model.requests();
  }

  /** Claims the run as often as it is due, and lets the operator act in between. */
  public RunState carryToItsEnd() throws InterruptedException {
    for (int time = 1; !operator.isOver(); time++) {
      if (time > MAX_TIMES) {
        throw new IllegalStateException("the run does not end: " + journal.events());
      }
      RunState state = folded().state();
      record(operator.actions(state, next(state)));
      try {
        claim();
      } catch (SimulatedOperator.ServerCrashException e) {
        // only the record remains
      } catch (SimulatedOperator.JobBreakdownException e) {
        var why = new Failure(BreakdownRecovery.CODE, "as it happens");
        record(List.of(new LifecycleEvent.BrokeDown("here", why, operator.clock().instant())));
      } catch (CallAbandonedException e) {
        throw new IllegalStateException("no supervisor abandons a call", e);
      }
    }
    return folded().state();
  }

  private void claim() throws InterruptedException, CallAbandonedException {
    var claim = new Claim(journal.run(), "default", journal.claim());
    var run = new ActiveRun(Leases.endless(claim), Optional.empty(), journal, folded());
    boolean isLost = operator.isHeld();
    run.append(new LifecycleEvent.Admitted("here", operator.clock().instant()));
    Optional<Failure> exhausted = exhausted(run.state());
    if (exhausted.isPresent()) {
      run.append(new LifecycleEvent.DeadLettered(exhausted.get()));
      return;
    }
    ServerVersion installed = installed();
    if (isLost) {
      installed.lostCalls().record(run);
    }
    Optional<DefinitionMismatch> mismatch = mismatch(run.state(), installed);
    StopCheck stop =
        () -> {
          run.posted(operator.messages());
          return mismatch.isPresent() ? cause(mismatch) : operator.stop();
        };
    // A run that is given up is not executed any more, and harms no server.
    while (!(next(run.state()) instanceof NextStep.GiveUp)
        && installed.loop().due(run, stop).isPresent()) {
      var worker = new Worker(run, stop, executor, operator.clock());
      installed.loop().work(run, worker).ifPresent(end -> installed.loop().end(run, end));
    }
    var grounds =
        new FixedEvidence(SimulatedOperator.CANCEL, SimulatedOperator.PAUSE, mismatch.orElse(NONE));
    var release = new ReleaseDecision("here", operator.clock().instant(), grounds);
    run.append(release.event(next(run.state()), cause(mismatch)));
  }

  /** Counts as the run's row does: each claim that nothing released ended with its server. */
  private Optional<Failure> exhausted(RunState state) {
    int deaths = state.failures().attempts().admissions() - 1;
    NextStep next = next(state);
    return next instanceof NextStep.Finish || next instanceof NextStep.Fail
        ? Optional.empty()
        : new ProcessDeaths(deaths, deaths).failure();
  }

  private static Optional<DefinitionMismatch> mismatch(RunState state, ServerVersion installed) {
    if (state.currentPhase().isEmpty()) {
      return Optional.empty();
    }
    List<Difference> differences =
        installed
            .compatibility()
            .differences("default", state.agent(), state.assignment().tools(), state.neededTools());
    if (state.failures().refusals() > 5) {
      throw new IllegalStateException("no operator makes it fit: " + differences);
    }
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of(new DefinitionMismatch(differences, state.failures().refusals()));
  }

  private Optional<StopCause> cause(Optional<DefinitionMismatch> mismatch) {
    Optional<StopCause> cause = operator.cause();
    return cause.equals(Optional.of(StopCause.CANCEL)) || mismatch.isEmpty()
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
    return decider.next(state, operator.clock().instant());
  }

  private ReplayedRun folded() {
    return ReplayedRun.from(journal, journal.run(), present(agent, journal), journal.checkpoint());
  }

  /** Returns the agent version that the run's row would name. */
  static AgentDefinition present(AgentDefinition agent, MemoryJournal journal) {
    return journal.events().stream().anyMatch(ControlEvent.Migrated.class::isInstance)
        ? GeneratedAgents.upgraded(agent)
        : agent;
  }
}
