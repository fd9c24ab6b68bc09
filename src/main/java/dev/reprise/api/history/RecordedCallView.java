package dev.reprise.api.history;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.api.control.ToolCallView;
import dev.reprise.history.CallEntry;
import dev.reprise.history.EventPlace;
import java.util.Optional;

/**
 * A tool call of a run, and where the record has it. The call is flat in JSON.
 *
 * @param attempts how often the run started it
 * @param requestEvent the event that requested it: a reply of the model, or in a fork its first
 *     event if the parent's model requested the call
 * @param startEvent its first attempt; absent before that
 * @param endEvent the event with its outcome; absent before that
 * @param failure why it failed
 */
public record RecordedCallView(
    @JsonUnwrapped ToolCallView call,
    int attempts,
    EventPlace requestEvent,
    Optional<EventPlace> startEvent,
    Optional<EventPlace> endEvent,
    Optional<Failure> failure) {

  static RecordedCallView of(CallEntry entry, ToolCallView call) {
    return new RecordedCallView(
        call,
        entry.attempts(),
        entry.requested(),
        entry.started(),
        entry.ended(),
        entry.state().isEnded()
                && entry.state().outcome() instanceof ToolOutcome.Failed(var failure)
            ? Optional.of(failure)
            : Optional.empty());
  }
}
