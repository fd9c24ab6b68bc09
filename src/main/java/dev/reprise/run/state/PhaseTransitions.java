package dev.reprise.run.state;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.budget.Spending;
import dev.reprise.journal.AttemptEvent;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.approval.StandingApprovals;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How an event in a phase changes the state of the run.
 *
 * <p>Most events are a step forward, which resets the count of attempts. An event that a run can
 * repeat without progress is not a step forward: a run that crashes in each attempt at the same
 * step must be given up. Tested by {@code SnapshotTest}.
 */
final class PhaseTransitions {

  private PhaseTransitions() {}

  static RunState apply(RunState state, PhaseEvent event) {
    return switch (event) {
      case PhaseEvent.Started started ->
          moved(
              state,
              started.phase(),
              new PhaseState.Open(PhaseProgress.started(started.prompt(), started.at())));
      case ModelEvent.Replied replied ->
          stepped(state, replied.phase(), work -> work.replied(replied))
              .with(state.consumption().plusReply(replied.usage(), replied.cost()));
      case ModelEvent.Retrying retrying ->
          changed(state, retrying.phase(), work -> work.modelRetrying(retrying));
      case ModelEvent.Failed failed ->
          stepped(state, failed.phase(), work -> work.modelFailed(failed.failure()));
      case ModelEvent.FellBack fell -> fellBack(state, fell);
      case ModelEvent.Unanswered call -> unanswered(state, call);
      case PhaseEvent.MessagePosted posted -> posted(state, posted);
      case PhaseEvent.LoopSuspected suspected ->
          changed(state, suspected.phase(), work -> work.suspected(suspected));
      case PhaseEvent.OutputRejected rejected ->
          stepped(state, rejected.phase(), work -> work.rejected(rejected));
      case PhaseEvent.BudgetReached reached ->
          state.with(state.consumption().with(allowed -> allowed.heldUpBy(reached.crossing())));
      case ToolCallEvent call when isAboutModelCall(state, call) -> aboutModelCall(state, call);
      case ToolCallEvent call -> called(state, call);
      case ModelEvent.TranscriptCompacted done ->
          stepped(state, done.phase(), work -> work.compacted(done.replaced(), done.summary()))
              .with(state.consumption().plus(done.usage(), done.cost()));
      case ModelEvent.CompactionFailed failed -> {
        RunState next = stepped(state, failed.phase(), PhaseProgress::compactionFailed);
        yield failed.hasReply()
            ? next.with(state.consumption().plus(failed.usage(), failed.cost()))
            : next;
      }
      case PhaseEvent.Completed(String phase, String output) ->
          moved(state, phase, new PhaseState.Completed(output));
      case PhaseEvent.Skipped skipped ->
          moved(state, skipped.phase(), new PhaseState.Skipped(skipped.warning()));
      case PhaseEvent.Failed failed ->
          moved(
              state,
              failed.phase(),
              new PhaseState.Failed(state.phases().workOf(failed.phase()), failed.failure()));
    };
  }

  private static RunState moved(RunState state, String phase, PhaseState next) {
    return state.with(state.phases().with(phase, next), state.failures().afterStep());
  }

  /** Changes the work of a phase by a step forward. */
  private static RunState stepped(RunState state, String phase, UnaryOperator<PhaseProgress> step) {
    return state.with(state.phases().with(phase, step), state.failures().afterStep());
  }

  /** Changes the work of a phase without a step forward. */
  private static RunState changed(RunState state, String phase, UnaryOperator<PhaseProgress> step) {
    return state.with(state.phases().with(phase, step), state.failures().withoutRefusals());
  }

  private static RunState fellBack(RunState state, ModelEvent.FellBack event) {
    boolean sameProvider = event.from().provider().equals(event.to().provider());
    return changed(
            state,
            event.phase(),
            work -> sameProvider ? work.fellBack() : work.fellBack().forAnyProvider())
        .withFallback(state.fallback() + 1);
  }

  private static RunState unanswered(RunState state, ModelEvent.Unanswered call) {
    return state
        .with(state.consumption().plusUnanswered(call.usage(), call.cost()))
        .with(state.failures().withoutRefusals());
  }

  private static RunState posted(RunState state, PhaseEvent.MessagePosted event) {
    if (event.number() != state.messages() + 1) {
      throw new IllegalStateException(
          "message %d cannot follow message %d".formatted(event.number(), state.messages()));
    }
    RunState steered = RunTransitions.joined(state, List.of(event.by()));
    return changed(steered, event.phase(), work -> work.posted(event.text(), event.by()))
        .withMessages(event.number());
  }

  private static RunState called(RunState state, ToolCallEvent event) {
    boolean wasInDoubt = isInDoubt(state.phases(), event);
    Assignment assignment = state.assignment();
    Phases phases =
        state
            .phases()
            .with(event.phase(), work -> work.applyCallEvent(event, assignment::isPolling));
    FailureCounts failures =
        wasInDoubt && repeatsDoubt(phases, event)
            ? state.failures().withoutRefusals()
            : state.failures().afterStep();
    RunState next = allowing(state, event).with(phases, failures);
    return switch (event) {
      case ChildRunEvent.Returned returned -> next.with(next.consumption().plus(returned.spent()));
      case ToolCallEvent.Started started -> next.with(next.consumption().plus(spending(started)));
      case AttemptEvent.Charged charged ->
          next.with(next.consumption().plus(new Spending(charged.difference(), 0, 0, 0)));
      case HumanInputEvent.Edited edited -> RunTransitions.joined(next, List.of(edited.by()));
      default -> next;
    };
  }

  /** Calls of tools follow a reply, and what people say of the next model call precedes it. */
  private static boolean isAboutModelCall(RunState state, ToolCallEvent event) {
    return event.callId().equals(ToolCallEvent.MODEL_CALL)
        && state.phases().workOf(event.phase()).calls().isEmpty();
  }

  /** An approval allows one call, as expensive as people were told. */
  private static RunState aboutModelCall(RunState state, ToolCallEvent event) {
    Optional<ToolCallState> asked = state.phases().workOf(event.phase()).question();
    RunState next = changed(state, event.phase(), work -> work.applyToModelCall(event));
    boolean isGiven =
        event instanceof HumanInputEvent.Decided decided
            && decided.approved()
            && next.phases().workOf(event.phase()).question().isEmpty();
    return isGiven
        ? next.with(next.consumption().with(allowed -> allowed.approving(told(asked))))
        : next;
  }

  /** Returns what people were told that a call costs; 0 if that was not known. */
  private static BigDecimal told(Optional<ToolCallState> call) {
    return call.flatMap(ToolCallState::approval)
        .flatMap(approval -> approval.terms().estimate())
        .flatMap(CallEstimate::usd)
        .orElse(BigDecimal.ZERO);
  }

  private static Spending spending(ToolCallEvent.Started call) {
    return Spending.ofToolCall(call.estimate().flatMap(CallEstimate::usd).orElse(BigDecimal.ZERO));
  }

  private static RunState allowing(RunState state, ToolCallEvent event) {
    StandingApprovals before = state.assignment().standingApprovals();
    StandingApprovals after =
        state
            .phases()
            .workOf(event.phase())
            .call(event.callId())
            .map(call -> before.after(event, call.call().tool(), call.approval()))
            .orElse(before);
    return after.equals(before) ? state : state.with(state.assignment().with(after));
  }

  /** A crash in a call, and again in the next attempt at it, must not count as a step forward. */
  private static boolean repeatsDoubt(Phases phases, ToolCallEvent event) {
    return event instanceof ToolCallEvent.Retrying || isInDoubt(phases, event);
  }

  private static boolean isInDoubt(Phases phases, ToolCallEvent event) {
    return phases
        .workOf(event.phase())
        .call(event.callId())
        .filter(ToolCallState::isInDoubt)
        .isPresent();
  }
}
