package dev.reprise.run.decision;

import dev.reprise.agent.Phase;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.run.state.PhaseProgress;
import dev.reprise.run.state.ToolCallProgress;
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
 * Decides the next step of a phase that has open calls. Pure. Tested by {@code
 * UnknownOutcomesTest}.
 */
record CallDecider(Phase phase, PhaseProgress work, Instant now) {

  private static final Duration POLL_INTERVAL = Duration.ofMinutes(1);

  /**
   * Returns the next step.
   *
   * @param maxRepeats how often a call is started again after the loss of a server during it
   */
  NextStep next(int maxRepeats) {
    // Waits come first, so that they count from now and not from the end of the other calls.
    // A control tool that the phase does not grant is refused like any other tool.
    List<ToolCall> deferrable =
        calls(call -> call.isDeferrable() && phase.tools().contains(call.call().tool()));
    if (!deferrable.isEmpty()) {
      return new NextStep.DeferCalls(phase, work.iteration(), deferrable);
    }
    // a person may have changed a call into one that was made before
    List<ToolCall> blocked =
        calls(
            call ->
                call.isAsked() && call.approval().isEmpty() && work.guard().blocks(call.call()));
    if (!blocked.isEmpty()) {
      return new NextStep.RejectRepeatedCalls(
          phase, work.iteration(), work.guard().lastNewIteration(), blocked);
    }
    List<ToolCall> due = calls(call -> call.isDue(now));
    if (!due.isEmpty()) {
      return new NextStep.EndWaits(phase, work.iteration(), due);
    }
    List<ToolCall> runnable = calls(call -> call.isRunnable(maxRepeats, now));
    if (!runnable.isEmpty()) {
      return new NextStep.CallTools(phase, work.iteration(), runnable);
    }
    List<ToolCall> reconcilable = calls(call -> call.isReconcilable(now));
    if (!reconcilable.isEmpty()) {
      return new NextStep.ReconcileCalls(phase, work.iteration(), reconcilable);
    }
    return await();
  }

  private NextStep await() {
    List<ToolCall> expired = calls(call -> call.isApprovalExpired(now));
    if (!expired.isEmpty()) { // first, because the time of such a wait has passed
      return new NextStep.AwaitResume(phase, expired);
    }
    Optional<Instant> over = earliest(ToolCallState::until);
    Optional<Instant> again = earliest(ToolCallState::again);
    Optional<Instant> first = soonest(over, again);
    List<ToolCall> delegated = calls(ToolCallState::isDelegated);
    if (!delegated.isEmpty()) { // before waits for people: the child runs can run meanwhile
      return new NextStep.AwaitChildren(
          phase, work.iteration(), delegated, soonest(first, nextPoll()));
    }
    List<ToolCall> inDoubt = calls(ToolCallState::needsDecision);
    if (!inDoubt.isEmpty()) {
      return new NextStep.AwaitReconciliation(phase, inDoubt, first);
    }
    List<ToolCall> withPeople = calls(ToolCallState::isWithPerson);
    if (!withPeople.isEmpty()) {
      return new NextStep.AwaitPerson(phase, withPeople, asking(), first);
    }
    Instant until = first.orElseThrow();
    return again.filter(until::equals).isPresent()
        ? retry(until)
        : new NextStep.AwaitTime(phase, until);
  }

  private NextStep retry(Instant until) {
    Predicate<ToolCallState> isThen = call -> call.again().filter(until::equals).isPresent();
    List<ToolCall> inquiries = calls(isThen.and(ToolCallState::isReconcilable));
    return inquiries.isEmpty()
        ? new NextStep.AwaitRetry(phase, NextStep.AwaitRetry.Attempt.CALL, calls(isThen), until)
        : new NextStep.AwaitRetry(phase, NextStep.AwaitRetry.Attempt.INQUIRY, inquiries, until);
  }

  /** A child run that ends just before a fork of its parent waits does not wake the fork. */
  private Optional<Instant> nextPoll() {
    return work.calls().stream()
        .filter(call -> call.isDelegated() && call.origin().isPresent())
        .findFirst()
        .map(ignored -> now.plus(POLL_INTERVAL));
  }

  private static Optional<Instant> soonest(Optional<Instant> one, Optional<Instant> other) {
    return Stream.of(one, other).flatMap(Optional::stream).min(Comparator.naturalOrder());
  }

  /** Returns what people are asked for; approvals come before answers. */
  private QuestionKind asking() {
    return work.calls().stream()
        .map(ToolCallState::progress)
        .flatMap(
            it ->
                it instanceof ToolCallProgress.WithPerson asked ? Stream.of(asked.asking()) : null)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  private Optional<Instant> earliest(Function<ToolCallState, Optional<Instant>> time) {
    return work.calls().stream()
        .flatMap(call -> time.apply(call).stream())
        .min(Comparator.naturalOrder());
  }

  private List<ToolCall> calls(Predicate<ToolCallState> condition) {
    return work.calls().stream().filter(condition).map(ToolCallState::call).toList();
  }

  /** Returns the calls that have not ended. */
  List<ToolCall> open() {
    return calls(call -> !call.isEnded());
  }
}
