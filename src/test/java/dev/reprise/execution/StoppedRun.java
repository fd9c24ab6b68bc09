package dev.reprise.execution;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Difference;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.Failure;
import dev.reprise.execution.job.ReleaseDecision;
import dev.reprise.execution.phase.PhaseLoop;
import dev.reprise.execution.tool.ServerVersion;
import dev.reprise.execution.worker.CallAbandonedException;
import dev.reprise.execution.worker.Worker;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.LoopLimits;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.StatusTransitions;
import dev.reprise.run.state.ToolCallProgress;
import dev.reprise.run.state.WaitReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.BiConsumer;

/**
 * A run that is stopped by plan, and claimed again only when it is due: it was queued, its time has
 * come, a person has sent a message, or a child run has reported its end.
 */
final class StoppedRun {

  /** More claims than any run here needs. */
  private static final int MAX_TIMES = 300;

  private static final DefinitionMismatch MISFIT =
      new DefinitionMismatch(List.of(new Difference("tools.put", "is not there")), 0);

  private static final Failure TOO_LARGE = new Failure("payload_too_large", "as the plan has it");

  private final Decider decider = new Decider(5, new LoopLimits(1, 2, 3));
  private final MemoryJournal journal = Engine.submitted();
  private final FakeTools tools = new FakeTools();
  private final PlannedChildRuns children = new PlannedChildRuns();
  private final SimulatedOperator operator = new SimulatedOperator(journal, tools, List.of());
  private final AgentDefinition agent;
  private final StopPlan.Course course;
  private final ExecutorService executor;
  private final BiConsumer<StopCause, NextStep> stops;
  private final PhaseLoop loop;

  /** The next step at each check of the stop. */
  private final List<Class<? extends NextStep>> checks =
      Collections.synchronizedList(new ArrayList<>());

  /**
   * @param stops receives each cause for which the run is released, and the run's next step then
   */
  StoppedRun(
      AgentDefinition agent,
      StopPlan plan,
      ExecutorService executor,
      BiConsumer<StopCause, NextStep> stops) {
    this.agent = agent;
    this.course = new StopPlan.Course(plan, children);
    this.executor = executor;
    this.stops = stops;
    this.loop =
        ServerVersion.of(
                new FakeDelegations(children),
                tools.describedAs(FakeTools.BEGINNING),
                new RecordingModel(),
                decider,
                operator)
            .loop();
  }

  /**
   * Claims the run as often as it is due.
   *
   * @return the kind of its next step at each check of its stop
   * @throws AssertionError if it waits for something that cannot come
   */
  List<Class<? extends NextStep>> carryToItsEnd()
      throws InterruptedException, CallAbandonedException {
    for (int times = 0; !operator.isOver(); times++) {
      if (times > MAX_TIMES) {
        throw new AssertionError("the run does not end: " + journal.events());
      }
      makeDue();
      claim();
      course.released();
    }
    return List.copyOf(checks);
  }

  private Optional<StopCause> cause(ActiveRun run) {
    checks.add(next(run.state()).getClass());
    return run.stopCause().or(course::cause);
  }

  /** Lets happen what the table of runs says will happen, and nothing else. */
  private void makeDue() {
    RunState state = folded().state();
    if (newestStatus() instanceof LifecycleEvent.Waiting wait) {
      end(wait, state);
    } else {
      record(operator.actions(state, next(state)));
    }
  }

  private RunEvent newestStatus() {
    return journal.events().reversed().stream()
        .filter(event -> StatusTransitions.statusAfter(event).isPresent())
        .findFirst()
        .orElseThrow();
  }

  private void end(LifecycleEvent.Waiting wait, RunState state) {
    boolean seeksApproval = seeksApproval(state);
    // The misfit was only planned: the next claim finds the tools that the run has pinned.
    boolean isMisfit = wait.waitingFor().equals(WaitReason.MIGRATION.code());
    if (wait.until().isPresent() && (isMisfit || !seeksApproval)) {
      wakeAt(wait.until().get());
      return;
    }
    switch (reason(wait).end()) {
      case TIME -> throw stranded(wait);
      case PERSON -> say(wait, state, seeksApproval);
      case RUN -> {
        if (!children.willReport()) {
          throw stranded(wait);
        }
        children.end();
        children.wake();
      }
    }
  }

  /** The time of such a wait alone would not end it: the run would ask again and again. */
  private static boolean seeksApproval(RunState state) {
    return state.openPhase().stream()
        .flatMap(phase -> phase.work().calls().stream())
        .anyMatch(
            call ->
                call.progress() instanceof ToolCallProgress.WithPerson asked
                    && asked.asking() == QuestionKind.APPROVAL);
  }

  private void wakeAt(Instant until) {
    if (until.isAfter(operator.clock().instant())) {
      operator.clock().moveTo(until);
    }
  }

  private void say(LifecycleEvent.Waiting wait, RunState state, boolean expires) {
    List<RunEvent> words = operator.actions(state, next(state));
    if (words.isEmpty() && !expires && operator.messages() <= state.messages()) {
      throw stranded(wait);
    }
    record(words);
  }

  private AssertionError stranded(LifecycleEvent.Waiting wait) {
    return new AssertionError("nothing ends %s; %s".formatted(wait, journal.events()));
  }

  private static WaitReason reason(LifecycleEvent.Waiting wait) {
    return Arrays.stream(WaitReason.values())
        .filter(reason -> reason.code().equals(wait.waitingFor()))
        .findFirst()
        .orElseThrow();
  }

  private void claim() throws InterruptedException, CallAbandonedException {
    var claim = new Claim(journal.run(), "default", journal.claim());
    var run = new ActiveRun(Leases.endless(claim), Optional.empty(), journal, folded());
    run.append(new LifecycleEvent.Admitted("here", operator.clock().instant()));
    StopCheck stop =
        () -> {
          run.posted(operator.messages());
          return cause(run);
        };
    while (loop.due(run, stop).isPresent()) {
      var worker = new Worker(run, stop, executor, operator.clock());
      loop.work(run, worker).ifPresent(end -> loop.end(run, end));
    }
    release(run, cause(run));
  }

  private void release(ActiveRun run, Optional<StopCause> cause) {
    NextStep next =
        cause.equals(Optional.of(StopCause.UNRECORDABLE))
            ? new NextStep.Fail(TOO_LARGE)
            : next(run.state());
    cause.ifPresent(why -> stops.accept(why, next));
    if (cause.filter(StopCause::isBeyondTheJob).isPresent()) {
      return; // the recovery sweep queues the run after its lease has expired
    }
    var grounds = new FixedEvidence(SimulatedOperator.CANCEL, SimulatedOperator.PAUSE, MISFIT);
    var release = new ReleaseDecision("here", operator.clock().instant(), grounds);
    run.append(release.event(next, cause));
  }

  private void record(List<RunEvent> events) {
    if (!events.isEmpty()) {
      Position head = folded().head();
      journal.append(new Writer(journal.run(), "default", journal.claim()), head, events).await();
    }
  }

  private NextStep next(RunState state) {
    return decider.next(state, operator.clock().instant());
  }

  private ReplayedRun folded() {
    return ReplayedRun.from(journal, journal.run(), agent, journal.checkpoint());
  }
}
