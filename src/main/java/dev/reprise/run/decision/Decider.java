package dev.reprise.run.decision;

import dev.reprise.agent.Compaction;
import dev.reprise.agent.Limits;
import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.Phase;
import dev.reprise.agent.PromptReference;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.run.state.LoopGuard;
import dev.reprise.run.state.ModelRetry;
import dev.reprise.run.state.PhaseProgress;
import dev.reprise.run.state.PhaseState;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Says what a run does next. Pure: the same state at the same time gives the same step.
 *
 * @param maxAttempts how often a run is taken on without a step forward, as its servers end with
 *     it, before it is given up; and how often, before a person is asked, a call is started again
 *     with which servers were lost; at least 1
 * @param maxBreakdowns how often a run breaks down without a step forward, while its servers live,
 *     before it is given up; at least 1
 * @param loops when something is done about a model that goes round in circles
 */
public record Decider(int maxAttempts, int maxBreakdowns, LoopLimits loops) {

  private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

  private static final int MAX_BREAKDOWNS = 3;

  /** Makes one with the usual limits for breakdowns and loops. */
  public Decider(int maxAttempts) {
    this(maxAttempts, LoopLimits.DEFAULT);
  }

  /** Makes one with the usual limit for breakdowns, 3. */
  public Decider(int maxAttempts, LoopLimits loops) {
    this(maxAttempts, MAX_BREAKDOWNS, loops);
  }

  /** Decides the next step of a run in this state. */
  public NextStep next(RunState state, Instant now) {
    if (state.outcome().isPresent()) {
      return new NextStep.Ended(state.outcome().get());
    }
    return state
        .currentPhase()
        .map(phase -> unlessExhausted(state, phase, now))
        .orElseGet(() -> new NextStep.Finish(answer(state)));
  }

  /** What has its end already is not given up, however often it could not be concluded. */
  private NextStep unlessExhausted(RunState state, Phase phase, Instant now) {
    return Optional.of(state.tries())
        .filter(ignored -> !(state.state(phase) instanceof PhaseState.Failed))
        .flatMap(tries -> tries.exhausted(maxAttempts, maxBreakdowns))
        .<NextStep>map(NextStep.GiveUp::new)
        .orElseGet(() -> inPhase(state, phase, now));
  }

  private NextStep inPhase(RunState state, Phase phase, Instant now) {
    return switch (state.state(phase)) {
      case PhaseState.Failed failed -> new NextStep.Fail(failed.failure());
      case PhaseState.Pending ignored when overTheRunsLimits(state, now) ->
          new NextStep.Fail(runLimit(state, now));
      case PhaseState.Pending ignored -> new NextStep.StartPhase(phase, prompt(state, phase));
      case PhaseState.Open(PhaseProgress work) -> atWork(state, phase, work, now);
      case PhaseState.Completed ignored -> throw new IllegalStateException("a passed phase");
      case PhaseState.Skipped ignored -> throw new IllegalStateException("a passed phase");
    };
  }

  private NextStep atWork(RunState state, Phase phase, PhaseProgress work, Instant now) {
    if (work.modelFailure().isPresent()) {
      return end(phase, work.modelFailure().get());
    }
    if (work.isAnswered()) {
      return new NextStep.CompletePhase(phase, answer(work));
    }
    // Calls come before limits: what the model was promised is done, and a call whose effect is in
    // doubt is never dropped because time ran out meanwhile.
    if (!work.calls().isEmpty()) {
      NextStep step = calls(phase, work, now);
      return letsGo(step) && !state.agent().recordsBodies()
          ? new NextStep.FailPhase(phase, cannotWait(phase, work))
          : step;
    }
    if (overTheRunsLimits(state, now)) {
      return new NextStep.FailPhase(phase, runLimit(state, now));
    }
    Limits limits = phase.limits();
    if (now.isAfter(work.since().plus(limits.deadline()))) {
      return end(phase, deadlineExceeded("phase '" + phase.name() + "'", limits));
    }
    if (work.used() >= limits.maxIterations()) {
      return end(phase, iterationLimit("phase '" + phase.name() + "'", limits));
    }
    Optional<LoopResponse> measure = loops.due(work.guard());
    if (measure.isPresent()) {
      return suspicion(phase, work, measure.get());
    }
    if (work.guard().isAsked()) {
      return state.agent().recordsBodies()
          ? new NextStep.AwaitGuidance(phase, work.guard().streak(), work.guard().newsAt())
          : end(phase, loop(phase, work.guard()));
    }
    Instant latest = state.deadline(phase, work);
    Optional<Instant> notBefore = work.modelRetry().map(ModelRetry::next).filter(now::isBefore);
    if (notBefore.isPresent()) {
      return new NextStep.AwaitRetry(
          phase, NextStep.AwaitRetry.Attempt.MODEL, List.of(), notBefore.get());
    }
    List<Message> older = toBeCompacted(state, work);
    if (!older.isEmpty()) {
      Message prompt = work.transcript().messages().getFirst();
      return new NextStep.CompactTranscript(
          phase, work.iteration(), attempt(work), state.model(), prompt, older, latest);
    }
    return new NextStep.CallModel(
        phase,
        work.iteration() + 1,
        attempt(work),
        state.model(),
        state.nextModel(),
        work.transcript(),
        work.modelRetry().filter(ModelRetry::shortened).isPresent(),
        latest);
  }

  private static int attempt(PhaseProgress work) {
    return work.modelRetry().map(ModelRetry::attempts).orElse(0) + 1;
  }

  private static NextStep suspicion(Phase phase, PhaseProgress work, LoopResponse measure) {
    LoopGuard guard = work.guard();
    return new NextStep.SuspectLoop(
        phase, work.iteration(), guard.streak(), guard.newsAt(), measure);
  }

  /** A run that waits goes on from its record, which does not have what was said. */
  private static Failure loop(Phase phase, LoopGuard guard) {
    return new Failure(
        "loop",
        "phase '%s' has repeated itself in %d iterations since iteration %d, and what was said is not recorded (record.bodies of the agent): the run cannot wait for a person"
            .formatted(phase.name(), guard.streak(), guard.newsAt()));
  }

  /** An agent that wants no compaction gets one all the same before its model gives up. */
  private static List<Message> toBeCompacted(RunState state, PhaseProgress work) {
    if (work.modelRetry().filter(ModelRetry::exceeded).isPresent()) {
      return Compaction.olderHalf(work.transcript());
    }
    return state
        .agent()
        .compaction()
        .map(compaction -> compaction.due(work.transcript(), work.compactedTo()))
        .orElse(List.of());
  }

  private NextStep calls(Phase phase, PhaseProgress work, Instant now) {
    // First of all, so that a wait counts from now and not from the end of the calls beside it. One
    // that the phase does not grant is refused like any other tool.
    List<ToolCall> deferrable =
        calls(work, call -> call.isDeferrable() && phase.tools().contains(call.call().tool()));
    if (!deferrable.isEmpty()) {
      return new NextStep.DeferCalls(phase, work.iteration(), deferrable);
    }
    List<ToolCall> blocked =
        calls(work, call -> call.isAsked() && work.guard().blocks(call.call()));
    if (!blocked.isEmpty()) {
      return new NextStep.RejectRepeatedCalls(
          phase, work.iteration(), work.guard().newsAt(), blocked);
    }
    List<ToolCall> due = calls(work, call -> call.isDue(now));
    if (!due.isEmpty()) {
      return new NextStep.EndWaits(phase, work.iteration(), due);
    }
    List<ToolCall> runnable = calls(work, call -> call.isRunnable(maxAttempts, now));
    if (!runnable.isEmpty()) {
      return new NextStep.CallTools(phase, work.iteration(), runnable);
    }
    List<ToolCall> reconcilable = calls(work, call -> call.isReconcilable(now));
    if (!reconcilable.isEmpty()) {
      return new NextStep.ReconcileCalls(phase, work.iteration(), reconcilable);
    }
    return await(phase, work, now);
  }

  private static NextStep await(Phase phase, PhaseProgress work, Instant now) {
    Optional<Instant> over = earliest(work, ToolCallState::until);
    Optional<Instant> again = earliest(work, ToolCallState::again);
    Optional<Instant> first = soonest(over, again);
    List<ToolCall> delegated = calls(work, ToolCallState::isDelegated);
    if (!delegated.isEmpty()) { // before what waits for people: its children may be at work by then
      return new NextStep.AwaitChildren(
          phase, work.iteration(), delegated, soonest(first, nextLook(work, now)));
    }
    List<ToolCall> inDoubt = calls(work, ToolCallState::needsDecision);
    if (!inDoubt.isEmpty()) {
      return new NextStep.AwaitReconciliation(phase, inDoubt, first);
    }
    List<ToolCall> withPeople = calls(work, ToolCallState::isWithPerson);
    if (!withPeople.isEmpty()) {
      return new NextStep.AwaitPerson(phase, withPeople, asking(work), first);
    }
    Instant until = first.orElseThrow();
    return again.filter(until::equals).isPresent()
        ? retry(phase, work, until)
        : new NextStep.AwaitTime(phase, until);
  }

  private static NextStep retry(Phase phase, PhaseProgress work, Instant until) {
    Predicate<ToolCallState> isThen = call -> call.again().filter(until::equals).isPresent();
    List<ToolCall> asked = calls(work, isThen.and(ToolCallState::isAskedAbout));
    return asked.isEmpty()
        ? new NextStep.AwaitRetry(
            phase, NextStep.AwaitRetry.Attempt.CALL, calls(work, isThen), until)
        : new NextStep.AwaitRetry(phase, NextStep.AwaitRetry.Attempt.INQUIRY, asked, until);
  }

  /** A run that works for another wakes that one alone, not those that were forked from it. */
  private static Optional<Instant> nextLook(PhaseProgress work, Instant now) {
    return work.calls().stream()
        .filter(call -> call.isDelegated() && call.origin().isPresent())
        .findFirst()
        .map(ignored -> now.plus(LOOK_AGAIN));
  }

  private static Optional<Instant> soonest(Optional<Instant> one, Optional<Instant> other) {
    return Stream.of(one, other).flatMap(Optional::stream).min(Comparator.naturalOrder());
  }

  /** Returns what people are asked for: first of all whether something may be done. */
  private static QuestionKind asking(PhaseProgress work) {
    return work.calls().stream()
        .map(ToolCallState::progress)
        .flatMap(
            it -> it instanceof ToolCallState.WithPerson asked ? Stream.of(asked.asking()) : null)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  private static Optional<Instant> earliest(
      PhaseProgress work, Function<ToolCallState, Optional<Instant>> time) {
    return work.calls().stream()
        .flatMap(call -> time.apply(call).stream())
        .min(Comparator.naturalOrder());
  }

  /** A retry can be waited for on the spot; nothing else can. */
  private static boolean letsGo(NextStep step) {
    return step instanceof NextStep.Wait && !(step instanceof NextStep.AwaitRetry);
  }

  /** A run that waits goes on from its record, which does not have what was said. */
  private static Failure cannotWait(Phase phase, PhaseProgress work) {
    return new Failure(
        "bodies_not_kept",
        "phase '%s' would have to wait for what becomes of %s, and what was said is not recorded (record.bodies of the agent): the run cannot wait"
            .formatted(
                phase.name(),
                calls(work, call -> !call.isEnded()).stream().map(ToolCall::id).toList()));
  }

  private static List<ToolCall> calls(PhaseProgress work, Predicate<ToolCallState> condition) {
    return work.calls().stream().filter(condition).map(ToolCallState::call).toList();
  }

  private static NextStep end(Phase phase, Failure failure) {
    return phase.critical()
        ? new NextStep.FailPhase(phase, failure)
        : new NextStep.SkipPhase(phase, failure);
  }

  private static String answer(PhaseProgress work) {
    return work.transcript().last() instanceof Message.Assistant last ? last.text() : "";
  }

  private static String answer(RunState state) {
    return state.phases().values().stream()
        .map(phase -> phase instanceof PhaseState.Completed(String output) ? output : "")
        .reduce("", (before, output) -> output.isEmpty() ? before : output);
  }

  private static String prompt(RunState state, Phase phase) {
    return phase.prompt().fill(reference -> value(state, reference));
  }

  /** Returns what a prompt's reference stands for; a skipped phase has an empty output. */
  private static String value(RunState state, String reference) {
    return PromptReference.parse(reference)
        .flatMap(
            parsed ->
                switch (parsed) {
                  case PromptReference.Input input -> InputReferences.value(state.input(), input);
                  case PromptReference.Output(String phase) -> Optional.of(output(state, phase));
                })
        .orElse(""); // a submission whose input leaves a reference without a value is refused
  }

  private static String output(RunState state, String phase) {
    return state.phases().get(phase) instanceof PhaseState.Completed(String output) ? output : "";
  }

  private static boolean overTheRunsLimits(RunState state, Instant now) {
    return state.iterationsLeft() == 0 || isLate(state, now);
  }

  private static boolean isLate(RunState state, Instant now) {
    return now.isAfter(state.deadline());
  }

  private static Failure runLimit(RunState state, Instant now) {
    Limits left = new Limits(state.maxIterations(), state.agent().limits().deadline());
    if (!isLate(state, now)) {
      return iterationLimit("the run", left);
    }
    return state
        .delegation()
        .filter(delegation -> delegation.deadline().equals(state.deadline()))
        .map(
            delegation ->
                new Failure(
                    "deadline_exceeded",
                    "run %s, for which this one works, gave it time until %s"
                        .formatted(delegation.parent(), delegation.deadline())))
        .orElseGet(() -> deadlineExceeded("the run", left));
  }

  private static Failure deadlineExceeded(String who, Limits limits) {
    return new Failure(
        "deadline_exceeded", "%s took longer than %s".formatted(who, limits.deadline()));
  }

  private static Failure iterationLimit(String who, Limits limits) {
    return new Failure(
        "iteration_limit",
        "%s had no answer after %d model calls".formatted(who, limits.maxIterations()));
  }
}
