package dev.reprise.run.state;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.ToolCallEvent;
import java.util.List;
import java.util.Optional;

/**
 * How far the work on a phase's next reply has come. Tested by {@code ModelCallQuestionTest}.
 *
 * @param retry the next attempt, if a model call failed and is to be retried
 * @param finalFailure why the newest call gave no reply, if there is no other attempt; or why the
 *     phase cannot go on, as a tool said
 * @param unfinished what the newest replies have begun, if the next one goes on with it
 * @param question what people are asked about the next call and have said of it; empty if they are
 *     not asked
 * @param rejections how many answers since the phase began or was retried did not fit its contract;
 *     -1 after a retry of a phase whose newest answer was the last that it might have; empty if
 *     none
 */
public record ReplyProgress(
    Optional<ModelRetry> retry,
    Optional<Failure> finalFailure,
    Optional<Unfinished> unfinished,
    Optional<ToolCallState> question,
    Optional<Integer> rejections) {

  static final ReplyProgress NONE =
      new ReplyProgress(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  private static final ToolCall MODEL_CALL =
      new ToolCall(ToolCallEvent.MODEL_CALL, ToolCallEvent.MODEL_CALL, new JsonValue("{}"));

  public ReplyProgress {
    unfinished = unfinished.filter(begun -> !begun.equals(Unfinished.NOTHING));
  }

  /** Creates the progress of work about which people are not asked. */
  ReplyProgress(
      Optional<ModelRetry> retry,
      Optional<Failure> finalFailure,
      Optional<Unfinished> unfinished,
      Optional<Integer> rejections) {
    this(retry, finalFailure, unfinished, Optional.empty(), rejections);
  }

  /** Returns a call about which people are not asked yet. */
  public static ToolCallState unasked() {
    return ToolCallState.asked(MODEL_CALL);
  }

  /**
   * Returns the work after people were asked about the next call, or one of them said something.
   */
  ReplyProgress about(ToolCallEvent event) {
    Optional<ToolCallState> next =
        Optional.of(question.orElseGet(ReplyProgress::unasked).apply(event))
            .filter(it -> it.isWithPerson());
    return new ReplyProgress(retry, finalFailure, unfinished, next, rejections);
  }

  /** Returns whether people can be asked so about the next call, or can say that of it, now. */
  boolean isAwaitedOrAsked(ToolCallEvent event) {
    return event instanceof HumanInputEvent input
        ? question.filter(call -> call.awaits(input)).isPresent()
        : event instanceof ToolCallEvent.Asked || question.isPresent();
  }

  /** Returns the work of a run that continues, and asks again if it must. */
  ReplyProgress resumed() {
    return new ReplyProgress(retry, finalFailure, unfinished, rejections);
  }

  /** Returns the work on the reply after this one. */
  ReplyProgress after(ModelEvent.Replied reply) {
    return reply.calls().isEmpty()
        ? goingOnWith(unfinished.orElse(Unfinished.NOTHING).after(reply), rejections)
        : new ReplyProgress(Optional.empty(), Optional.empty(), Optional.empty(), rejections);
  }

  ReplyProgress retrying(ModelEvent.Retrying event) {
    ModelRetry before = retry.orElseGet(() -> new ModelRetry(0, event.next(), false, false));
    return with(Optional.of(before.with(event.attempt(), event.next(), event.saysTooLong())));
  }

  ReplyProgress failed(Failure failure) {
    return new ReplyProgress(Optional.empty(), Optional.of(failure), unfinished, rejections);
  }

  /** Returns the work for another model, which starts with all its attempts. */
  ReplyProgress fellBack() {
    return new ReplyProgress(Optional.empty(), Optional.empty(), unfinished, rejections);
  }

  /** Returns the work of a phase that is retried, which has all attempts again. */
  ReplyProgress afresh() {
    return unfinished.map(begun -> goingOnWith(begun.afresh(), Optional.empty())).orElse(NONE);
  }

  /** Returns the work after a person's message, which the next reply is about. */
  ReplyProgress posted() {
    return new ReplyProgress(retry, finalFailure, Optional.empty(), rejections);
  }

  /** Returns the work of a phase that failed for its answer and is retried: it may have others. */
  ReplyProgress withAnswerToReject() {
    return new ReplyProgress(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(-1));
  }

  /** Returns how many answers were rejected, see {@link #rejections}. */
  public int rejectedAnswers() {
    return rejections.orElse(0);
  }

  /** Returns the work on another answer. */
  ReplyProgress rejected() {
    return new ReplyProgress(
        Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(rejectedAnswers() + 1));
  }

  private static ReplyProgress goingOnWith(Unfinished begun, Optional<Integer> rejections) {
    return new ReplyProgress(Optional.empty(), Optional.empty(), Optional.of(begun), rejections);
  }

  /**
   * Returns the work after an attempt to compact the transcript. Retries of the call for the
   * summary do not count as attempts at the reply.
   */
  ReplyProgress afterCompaction() {
    return with(retry.filter(it -> it.exceeded() || it.shortened()).map(ModelRetry::afterSummary));
  }

  /** Returns the work after calls of tools, one of which may say that the phase cannot go on. */
  ReplyProgress endedBy(List<ToolCallState> calls) {
    return new ReplyProgress(
        retry,
        calls.stream()
            .map(ToolCallState::outcome)
            .filter(ToolOutcome.Failed.class::isInstance)
            .map(outcome -> ((ToolOutcome.Failed) outcome).failure())
            .filter(failure -> failure.code().equals(Failure.PHASE_ENDS))
            .findFirst()
            .or(() -> finalFailure),
        unfinished,
        rejections);
  }

  private ReplyProgress with(Optional<ModelRetry> next) {
    return new ReplyProgress(next, finalFailure, unfinished, rejections);
  }
}
