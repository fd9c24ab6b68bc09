package dev.reprise.run.state;

import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.Incomplete;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.Transcript;
import dev.reprise.agent.message.TranscriptNotes;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.ToolCallEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * How far the work of a phase has come. Tested by {@code LoopingTest}.
 *
 * @param transcript complete: it ends with an assistant's message only while calls are open or once
 *     the phase has its answer
 * @param iteration model replies since the phase began
 * @param iterationsSinceRetry replies since the phase began or was retried; its limit counts them
 * @param deadlineBase when the phase began or was retried, plus the time for which the run was
 *     paused since or waited for people or a new day's budget; the phase's deadline counts from it
 * @param calls of the newest reply, in its order, until all of them have ended
 * @param nextReply how far the work on the next reply has come
 * @param bytesAfterCompaction how many bytes the newest attempt to compact the transcript left; 0
 *     if there was none since the phase began or was retried
 */
public record PhaseProgress(
    Transcript transcript,
    int iteration,
    int iterationsSinceRetry,
    Instant deadlineBase,
    List<ToolCallState> calls,
    ReplyProgress nextReply,
    long bytesAfterCompaction,
    LoopGuard guard) {

  public PhaseProgress {
    calls = List.copyOf(calls);
  }

  static PhaseProgress started(String prompt, Instant at) {
    return new PhaseProgress(
        Transcript.startingWith(prompt),
        0,
        0,
        at,
        List.of(),
        ReplyProgress.NONE,
        0,
        new LoopGuard());
  }

  /** Returns the next attempt at the next reply, if a model call failed and is to be retried. */
  public Optional<ModelRetry> modelRetry() {
    return nextReply.retry();
  }

  /** Returns why the newest model call gave no reply, if it is not to be retried. */
  public Optional<Failure> modelFailure() {
    return nextReply.finalFailure();
  }

  /** Returns what the newest replies have begun, if the next one goes on with it. */
  public Optional<Unfinished> unfinished() {
    return nextReply.unfinished();
  }

  /** Returns what people are asked about the next model call, and have said of it. */
  public Optional<ToolCallState> question() {
    return nextReply.question();
  }

  /** Applies an event about what people are asked of the next model call, or say of it. */
  PhaseProgress applyToModelCall(ToolCallEvent event) {
    if (event.iteration() != iteration + 1 || !nextReply.isAwaitedOrAsked(event)) {
      throw new IllegalStateException("no decision about such a model call is awaited");
    }
    return with(nextReply.about(event));
  }

  PhaseProgress replied(ModelEvent.Replied reply) {
    boolean isCutOff = reply.incomplete().equals(Optional.of(Incomplete.CUT_OFF));
    return new PhaseProgress(
        transcript.with(
            isCutOff ? TranscriptNotes.cutOff(reply.message()) : List.of(reply.message())),
        iteration + 1,
        iterationsSinceRetry + 1,
        deadlineBase,
        reply.calls().stream().map(ToolCallState::asked).toList(),
        nextReply.after(reply),
        bytesAfterCompaction,
        guard);
  }

  /**
   * Appends a person's message to the transcript.
   *
   * @throws IllegalStateException while calls are open, because their results must come first
   */
  PhaseProgress posted(String text, String by) {
    if (!calls.isEmpty()) {
      throw new IllegalStateException("a message must not come between calls and their results");
    }
    var message = new Message.User(List.of(new Block.Text(text)), Optional.of(by));
    return with(transcript.with(List.of(message)), calls, guard.afresh()).with(nextReply.posted());
  }

  PhaseProgress suspected(PhaseEvent.LoopSuspected event) {
    return told(event.message(), guard.with(event.measure()));
  }

  PhaseProgress rejected(PhaseEvent.OutputRejected event) {
    return told(event.message(), guard.afresh()).with(nextReply.rejected());
  }

  /** Adds what this server tells the model to the transcript. */
  private PhaseProgress told(String message, LoopGuard next) {
    return with(transcript.with(List.of(new Message.User(message))), calls, next);
  }

  PhaseProgress modelRetrying(ModelEvent.Retrying event) {
    return with(nextReply.retrying(event));
  }

  PhaseProgress modelFailed(Failure failure) {
    return with(nextReply.failed(failure));
  }

  /** Returns the work for the fallback model, which starts with all its attempts. */
  PhaseProgress fellBack() {
    return with(nextReply.fellBack());
  }

  private PhaseProgress with(ReplyProgress next) {
    return new PhaseProgress(
        transcript,
        iteration,
        iterationsSinceRetry,
        deadlineBase,
        calls,
        next,
        bytesAfterCompaction,
        guard);
  }

  /** Returns the work in a form that models of all providers understand. */
  PhaseProgress forAnyProvider() {
    return with(
        transcript.forAnyProvider(),
        calls.stream().map(ToolCallState::forAnyProvider).toList(),
        guard);
  }

  PhaseProgress retried(Instant at) {
    List<ToolCallState> afresh = calls.stream().map(ToolCallState::retried).toList();
    // a phase with an answer has failed for its contract
    ReplyProgress next = isAnswered() ? nextReply.withAnswerToReject() : nextReply.afresh();
    return new PhaseProgress(transcript, iteration, 0, at, afresh, next, 0, guard.afresh());
  }

  /** Replaces this many messages after the first one by a summary. */
  PhaseProgress compacted(int replaced, String summary) {
    return withCompactionResult(
        transcript.compacted(replaced, TranscriptNotes.summary(replaced, summary)),
        guard.compacted());
  }

  /** Leaves the transcript as it is; the next attempt follows once it has grown further. */
  PhaseProgress compactionFailed() {
    return withCompactionResult(transcript, guard);
  }

  private PhaseProgress withCompactionResult(Transcript compacted, LoopGuard next) {
    return new PhaseProgress(
        compacted,
        iteration,
        iterationsSinceRetry,
        deadlineBase,
        calls,
        nextReply.afterCompaction(),
        compacted.bytes(),
        next);
  }

  /**
   * Returns the work with which a fork continues. Some of the calls stay calls of the parent, and
   * approvals for the parent do not hold for the fork.
   */
  PhaseProgress forked(LifecycleEvent.Forked event) {
    return withCalls(
        call ->
            (event.calls().contains(call.call().id()) ? call.from(event.parent()) : call).forked());
  }

  /**
   * Returns the work, treating every tool not in {@code unchanged} as changed; approvals of its
   * calls are void.
   */
  PhaseProgress withTools(Set<String> unchanged) {
    return withCalls(call -> unchanged.contains(call.call().tool()) ? call : call.ofChangedTool());
  }

  /** Returns the work after a loss of its server that does not count against its calls. */
  PhaseProgress withoutLastStarts() {
    return withCalls(ToolCallState::withoutLastStart);
  }

  private PhaseProgress withCalls(UnaryOperator<ToolCallState> change) {
    return with(transcript, calls.stream().map(change).toList(), guard);
  }

  /** Returns the work after a wait that does not count towards the deadline. */
  PhaseProgress waited(Duration wait) {
    return new PhaseProgress(
        transcript,
        iteration,
        iterationsSinceRetry,
        deadlineBase.plus(wait),
        calls,
        nextReply,
        bytesAfterCompaction,
        guard);
  }

  /** Returns the work after a pause, which does not count towards the deadline. */
  PhaseProgress resumed(Duration pause, Instant at) {
    List<ToolCallState> next = calls.stream().map(call -> call.resumed(at)).toList();
    return waited(pause).with(transcript, next, guard.afresh()).with(nextReply.resumed());
  }

  /**
   * Applies an event about one call. If it ends the last open call, the results become messages.
   *
   * @param isPolling whether a tool is meant to be called repeatedly
   * @throws IllegalStateException if no such call is open, or a person decided on an earlier state
   */
  PhaseProgress applyCallEvent(ToolCallEvent event, Predicate<String> isPolling) {
    String callId = event.callId();
    if (call(callId).filter(call -> !call.isEnded()).isEmpty()) {
      throw new IllegalStateException("no call '%s' is open".formatted(callId));
    }
    if (event instanceof HumanInputEvent decision
        && decision.digest().isPresent()
        && !awaits(decision)) {
      throw new IllegalStateException(
          "a person's decision is about an earlier state of call '%s'".formatted(callId));
    }
    List<ToolCallState> next =
        calls.stream()
            .map(call -> call.call().id().equals(callId) ? call.apply(event) : call)
            .toList();
    if (!next.stream().allMatch(ToolCallState::isEnded)) {
      return with(transcript, next, guard);
    }
    List<Message.ToolResult> results = next.stream().map(ToolCallState::result).toList();
    return with(transcript.with(results), List.of(), guard.after(iteration, next, isPolling))
        .with(nextReply.endedBy(next));
  }

  private PhaseProgress with(Transcript next, List<ToolCallState> left, LoopGuard nextGuard) {
    return new PhaseProgress(
        next,
        iteration,
        iterationsSinceRetry,
        deadlineBase,
        left,
        nextReply,
        bytesAfterCompaction,
        nextGuard);
  }

  /** Returns whether the model has given the phase's answer. */
  public boolean isAnswered() {
    return transcript.last() instanceof Message.Assistant last
        && last.calls().isEmpty()
        && unfinished().filter(Unfinished::isPaused).isEmpty();
  }

  /**
   * Returns whether an open call waits for this decision of a person, and the person saw its state.
   */
  boolean awaits(HumanInputEvent decision) {
    return decision.iteration() == iteration
        && call(decision.callId()).filter(call -> call.awaits(decision)).isPresent();
  }

  /** Returns the call of this id in the newest reply, until all its calls have ended. */
  public Optional<ToolCallState> call(String callId) {
    return calls.stream().filter(call -> call.call().id().equals(callId)).findFirst();
  }
}
