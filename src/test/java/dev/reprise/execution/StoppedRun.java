package dev.reprise.execution;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Difference;
import dev.reprise.agent.message.Failure;
import dev.reprise.execution.job.ReleaseDecision;
import dev.reprise.execution.phase.PhaseLoop;
import dev.reprise.execution.tool.Software;
import dev.reprise.execution.worker.CallAbandonedException;
import dev.reprise.execution.worker.Worker;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.run.Claim;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.LoopLimits;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.StatusTransitions;
import dev.reprise.run.state.WaitReason;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.BiConsumer;

/**
 * A run that is stopped by plan, and taken on again only when it is due: because it was queued, its
 * time has come, a person has said something, or a run that works for it has reported its end.
 */
final class StoppedRun {

  /** No run here is taken on so often. */
  private static final int MOST_TIMES = 300;

  private static final DefinitionMismatch MISFIT =
      new DefinitionMismatch(List.of(new Difference("tools.put", "is not there")), 0);

  private static final Failure TOO_LARGE = new Failure("payload_too_large", "as the plan has it");

  private final Decider decider = new Decider(5, new LoopLimits(1, 2, 3));
  private final MemoryJournal journal = Engine.submitted();
  private final World world = new World();
  private final Children children = new Children();
  private final Outside outside = new Outside(journal, world, List.of());
  private final AgentDefinition agent;
  private final StopPlan.Course course;
  private final ExecutorService executor;
  private final BiConsumer<StopCause, NextStep> stops;
  private final PhaseLoop loop;

  /**
   * @param stops told of each cause for which the run is let go of, and what it would have done
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
        Software.of(
                new WorldlyDelegations(children),
                world.tools(World.BEGINNING),
                new ListeningModel(),
                decider,
                outside)
            .loop();
  }

  /**
   * Takes the run on as often as it is due.
   *
   * @return how often it was asked whether it is to stop
   * @throws AssertionError if it waits for what cannot come
   */
  int carryToItsEnd() throws InterruptedException, CallAbandonedException {
    for (int times = 0; !outside.isOver(); times++) {
      if (times > MOST_TIMES) {
        throw new AssertionError("the run does not end: " + journal.events());
      }
      makeDue();
      takeOn();
      course.letGo();
    }
    return course.questions();
  }

  /** Has happen what the table of runs says will happen, and nothing else. */
  private void makeDue() {
    RunState state = folded().state();
    if (newestStatus() instanceof LifecycleEvent.Waiting wait) {
      end(wait, state);
    } else {
      record(outside.actions(state, next(state)));
    }
  }

  private RunEvent newestStatus() {
    return journal.events().reversed().stream()
        .filter(event -> StatusTransitions.statusAfter(event).isPresent())
        .findFirst()
        .orElseThrow();
  }

  private void end(LifecycleEvent.Waiting wait, RunState state) {
    if (wait.until().isPresent()) {
      wakeAt(wait.until().get());
      return;
    }
    switch (reason(wait).end()) {
      case TIME -> throw stranded(wait);
      case PERSON -> say(wait, state);
      case RUN -> {
        if (!children.willReport()) {
          throw stranded(wait);
        }
        children.end();
        children.wake();
      }
    }
  }

  private void wakeAt(Instant until) {
    if (until.isAfter(outside.clock().instant())) {
      outside.clock().moveTo(until);
    }
  }

  private void say(LifecycleEvent.Waiting wait, RunState state) {
    List<RunEvent> words = outside.actions(state, next(state));
    if (words.isEmpty() && outside.messages() <= state.messages()) {
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

  private void takeOn() throws InterruptedException, CallAbandonedException {
    var claim = new Claim(journal.run(), "default", journal.claim());
    var run = new ActiveRun(Leases.endless(claim), Optional.empty(), journal, folded());
    run.append(new LifecycleEvent.Admitted("here", outside.clock().instant()));
    StopCheck stop =
        () -> {
          run.posted(outside.messages());
          return course.cause();
        };
    while (loop.due(run, stop).isPresent()) {
      var worker = new Worker(run, stop, executor, outside.clock());
      loop.work(run, worker).ifPresent(end -> loop.end(run, end));
    }
    letGo(run, course.cause());
  }

  private void letGo(ActiveRun run, Optional<StopCause> cause) {
    NextStep next =
        cause.equals(Optional.of(StopCause.UNRECORDABLE))
            ? new NextStep.Fail(TOO_LARGE)
            : next(run.state());
    cause.ifPresent(why -> stops.accept(why, next));
    if (cause.filter(StopCause::isBeyondTheJob).isPresent()) {
      return; // whoever finds the lease run out queues the run
    }
    var grounds = new GroundsOf(Outside.CANCEL, Outside.PAUSE, MISFIT);
    var lettingGo = new ReleaseDecision("here", outside.clock().instant(), grounds);
    run.append(lettingGo.event(next, cause));
  }

  private void record(List<RunEvent> events) {
    if (!events.isEmpty()) {
      Position head = folded().head();
      journal.append(new Writer(journal.run(), "default", journal.claim()), head, events).await();
    }
  }

  private NextStep next(RunState state) {
    return decider.next(state, outside.clock().instant());
  }

  private ReplayedRun folded() {
    return ReplayedRun.from(journal, journal.run(), agent, journal.checkpoint());
  }
}
