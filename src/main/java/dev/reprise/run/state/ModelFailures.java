package dev.reprise.run.state;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.ModelEvent;
import java.util.List;
import java.util.Optional;

/**
 * How the model calls for a phase's next reply have failed, or why there will be none.
 *
 * @param retry the next attempt, if there will be one
 * @param finalFailure why the newest call gave no reply, if there is no other attempt; or why the
 *     phase cannot go on, as a tool said
 */
public record ModelFailures(Optional<ModelRetry> retry, Optional<Failure> finalFailure) {

  static final ModelFailures NONE = new ModelFailures(Optional.empty(), Optional.empty());

  ModelFailures retrying(ModelEvent.Retrying event) {
    ModelRetry before = retry.orElseGet(() -> new ModelRetry(0, event.next(), false, false));
    return with(Optional.of(before.with(event.attempt(), event.next(), event.saysTooLong())));
  }

  /**
   * Returns the failures after an attempt to compact the transcript. Retries of the call for the
   * summary do not count as attempts at the reply.
   */
  ModelFailures afterCompaction() {
    return with(retry.filter(it -> it.exceeded() || it.shortened()).map(ModelRetry::afterSummary));
  }

  /**
   * Returns the failures after calls of tools, one of which may say that the phase cannot go on.
   */
  ModelFailures endedBy(List<ToolCallState> calls) {
    return new ModelFailures(
        retry,
        calls.stream()
            .map(ToolCallState::outcome)
            .filter(ToolOutcome.Failed.class::isInstance)
            .map(outcome -> ((ToolOutcome.Failed) outcome).failure())
            .filter(failure -> failure.code().equals(Failure.PHASE_ENDS))
            .findFirst()
            .or(() -> finalFailure));
  }

  private ModelFailures with(Optional<ModelRetry> next) {
    return new ModelFailures(next, finalFailure);
  }
}
