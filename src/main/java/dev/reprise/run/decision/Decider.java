package dev.reprise.run.decision;

import dev.reprise.agent.Compaction;
import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.OutputContract;
import dev.reprise.agent.Phase;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.Message;
import dev.reprise.run.state.LoopGuard;
import dev.reprise.run.state.ModelRetry;
import dev.reprise.run.state.PhaseProgress;
import dev.reprise.run.state.PhaseState;
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Decides what a run does next. Pure: the same state at the same time gives the same step.
 *
 * @param maxAdmissions how often a call is started again after a server was lost during it, before
 *     a person is asked; at least 1
 * @param maxBreakdowns how often a run may break down while its server lives, with no progress in
 *     between, before it is given up; at least 1
 * @param loops when the run responds to a model that repeats itself
 */
public record Decider(int maxAdmissions, int maxBreakdowns, LoopLimits loops) {

  private static final int MAX_BREAKDOWNS = 3;

  /** Creates a decider with the default limits for breakdowns and loops. */
  public Decider(int maxAdmissions) {
    this(maxAdmissions, LoopLimits.DEFAULT);
  }

  /** Creates a decider with the default limit for breakdowns, 3. */
  public Decider(int maxAdmissions, LoopLimits loops) {
    this(maxAdmissions, MAX_BREAKDOWNS, loops);
  }

  /** Decides the next step of a run in this state. */
  public NextStep next(RunState state, Instant now) {
    if (state.outcome().isPresent()) {
      return new NextStep.Ended(state.outcome().get());
    }
    return state
        .currentPhase()
        .map(phase -> unlessExhausted(state, phase, now))
        .orElseGet(() -> new NextStep.Finish(Prompts.answer(state)));
  }

  /**
   * A run whose phase has failed only has to record its end. It is not given up, however often that
   * fails.
   */
  private NextStep unlessExhausted(RunState state, Phase phase, Instant now) {
    return Optional.of(state.failures().attempts())
        .filter(ignored -> !(state.phases().at(phase) instanceof PhaseState.Failed))
        .flatMap(attempts -> attempts.exhausted(maxBreakdowns))
        .<NextStep>map(NextStep.GiveUp::new)
        .orElseGet(() -> inPhase(state, phase, now));
  }

  private NextStep inPhase(RunState state, Phase phase, Instant now) {
    return switch (state.phases().at(phase)) {
      case PhaseState.Failed failed -> new NextStep.Fail(failed.failure());
      case PhaseState.Pending ignored ->
          RunLimitFailures.ofRun(state, now)
              .<NextStep>map(NextStep.Fail::new)
              .orElseGet(() -> new NextStep.StartPhase(phase, Prompts.of(state, phase)));
      case PhaseState.Open(PhaseProgress work) -> nextInOpenPhase(state, phase, work, now);
      case PhaseState.Completed ignored ->
          throw new IllegalStateException("the current phase is already completed or skipped");
      case PhaseState.Skipped ignored ->
          throw new IllegalStateException("the current phase is already completed or skipped");
    };
  }

  private NextStep nextInOpenPhase(RunState state, Phase phase, PhaseProgress work, Instant now) {
    if (work.modelFailure().isPresent()) {
      return end(phase, work.modelFailure().get());
    }
    if (work.isAnswered()) {
      return answered(phase, work);
    }
    // Calls come before limits: the calls of a reply are executed, and a call whose effect is in
    // doubt is never dropped because the time has run out.
    if (!work.calls().isEmpty()) {
      NextStep step = withOpenCalls(state, new CallDecider(phase, work, now));
      return step instanceof NextStep.CallTools
          ? BudgetRules.instead(state, phase, now).orElse(step)
          : step;
    }
    Optional<Failure> runLimit = RunLimitFailures.ofRun(state, now);
    if (runLimit.isPresent()) {
      return new NextStep.FailPhase(phase, runLimit.get());
    }
    Optional<Failure> cutOff = RunLimitFailures.cutOff(phase, work);
    if (cutOff.isPresent()) {
      return end(phase, cutOff.get());
    }
    Optional<Failure> phaseLimit = RunLimitFailures.ofPhase(phase, work, now);
    if (phaseLimit.isPresent()) {
      return end(phase, phaseLimit.get());
    }
    return BudgetRules.instead(state, phase, now)
        .or(() -> loopResponse(state, phase, work))
        .orElseGet(() -> askModel(state, phase, work, now));
  }

  private static NextStep answered(Phase phase, PhaseProgress work) {
    String answer = Prompts.answer(work);
    if (phase.output().isEmpty()) {
      return new NextStep.CompletePhase(phase, answer);
    }
    OutputContract contract = phase.output().get();
    OutputCheck check = OutputCheck.of(contract, answer);
    if (check.fits()) {
      return new NextStep.CompletePhase(phase, check.output());
    }
    return work.nextReply().rejectedAnswers() + 1 < contract.attempts()
        ? new NextStep.RejectOutput(phase, work.iteration(), check.shownViolations())
        : end(phase, check.failure(phase, contract.attempts()));
  }

  private NextStep withOpenCalls(RunState state, CallDecider calls) {
    NextStep step = calls.next(maxAdmissions);
    return mayReleaseRun(step) && !state.agent().recordsContent()
        ? new NextStep.FailPhase(
            calls.phase(), RunLimitFailures.cannotWait(calls.phase(), calls.open()))
        : step;
  }

  /** The run's holder can wait for a retry itself; any other wait may release the run. */
  private static boolean mayReleaseRun(NextStep step) {
    return step instanceof NextStep.Wait && !(step instanceof NextStep.AwaitRetry);
  }

  private Optional<NextStep> loopResponse(RunState state, Phase phase, PhaseProgress work) {
    LoopGuard guard = work.guard();
    Optional<LoopResponse> due = loops.due(guard);
    if (due.isPresent()) {
      return Optional.of(
          new NextStep.SuspectLoop(
              phase, work.iteration(), guard.streak(), guard.lastNewIteration(), due.get()));
    }
    if (!guard.awaitsPerson()) {
      return Optional.empty();
    }
    return Optional.of(
        state.agent().recordsContent()
            ? new NextStep.AwaitGuidance(phase, guard.streak(), guard.lastNewIteration())
            : end(phase, RunLimitFailures.loop(phase, guard)));
  }

  private static NextStep askModel(RunState state, Phase phase, PhaseProgress work, Instant now) {
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

  /** A transcript that the model cannot read is compacted even for an agent without compaction. */
  private static List<Message> toBeCompacted(RunState state, PhaseProgress work) {
    if (work.modelRetry().filter(ModelRetry::exceeded).isPresent()) {
      return Compaction.olderHalf(work.transcript());
    }
    return state
        .agent()
        .runPolicy()
        .compaction()
        .map(compaction -> compaction.due(work.transcript(), work.bytesAfterCompaction()))
        .orElse(List.of());
  }

  private static NextStep end(Phase phase, Failure failure) {
    return phase.critical()
        ? new NextStep.FailPhase(phase, failure)
        : new NextStep.SkipPhase(phase, failure);
  }
}
