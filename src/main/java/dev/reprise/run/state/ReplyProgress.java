package dev.reprise.run.state;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.ModelEvent;
import java.util.List;
import java.util.Optional;

/**
 * How far the work on a phase's next reply has come.
 *
 * @param retry the next attempt, if a model call failed and is to be retried
 * @param finalFailure why the newest call gave no reply, if there is no other attempt; or why the
 *     phase cannot go on, as a tool said
 * @param unfinished what the newest replies have begun, if the next one goes on with it
 */
public record ReplyProgress(
    Optional<ModelRetry> retry, Optional<Failure> finalFailure, Optional<Unfinished> unfinished) {

  static final ReplyProgress NONE =
      new ReplyProgress(Optional.empty(), Optional.empty(), Optional.empty());

  public ReplyProgress {
    unfinished = unfinished.filter(begun -> !begun.equals(Unfinished.NOTHING));
  }

  /** Returns the work on the reply after this one. */
  ReplyProgress after(ModelEvent.Replied reply) {
    return reply.calls().isEmpty()
        ? goingOnWith(unfinished.orElse(Unfinished.NOTHING).after(reply))
        : NONE;
  }

  ReplyProgress retrying(ModelEvent.Retrying event) {
    ModelRetry before = retry.orElseGet(() -> new ModelRetry(0, event.next(), false, false));
    return with(Optional.of(before.with(event.attempt(), event.next(), event.saysTooLong())));
  }

  ReplyProgress failed(Failure failure) {
    return new ReplyProgress(Optional.empty(), Optional.of(failure), unfinished);
  }

  /** Returns the work for another model, which starts with all its attempts. */
  ReplyProgress fellBack() {
    return new ReplyProgress(Optional.empty(), Optional.empty(), unfinished);
  }

  /** Returns the work of a phase that is retried, which has all attempts again. */
  ReplyProgress afresh() {
    return unfinished.map(begun -> goingOnWith(begun.afresh())).orElse(NONE);
  }

  /** Returns the work after a person's message, which the next reply is about. */
  ReplyProgress posted() {
    return new ReplyProgress(retry, finalFailure, Optional.empty());
  }

  private static ReplyProgress goingOnWith(Unfinished begun) {
    return new ReplyProgress(Optional.empty(), Optional.empty(), Optional.of(begun));
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
        unfinished);
  }

  private ReplyProgress with(Optional<ModelRetry> next) {
    return new ReplyProgress(next, finalFailure, unfinished);
  }
}
