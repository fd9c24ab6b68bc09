package dev.reprise.history;

import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.state.ToolCallState;
import java.util.Optional;
import java.util.UUID;

/**
 * A tool call of a run, and what the run's journal says became of it.
 *
 * @param iteration of the reply that requested it
 * @param state after the newest event about it
 * @param child the newest child run that carried it out or helped with it, if any
 * @param attempts how often the run started it
 * @param requested the reply that requested it, or the fork that took it over
 * @param started its first attempt; empty before that
 * @param ended the event with its outcome; empty before that
 */
public record CallEntry(
    String phase,
    int iteration,
    ToolCallState state,
    Optional<UUID> child,
    int attempts,
    EventPlace requested,
    Optional<EventPlace> started,
    Optional<EventPlace> ended) {

  static CallEntry requested(String phase, int iteration, ToolCallState state, EventPlace at) {
    return new CallEntry(
        phase, iteration, state, Optional.empty(), 0, at, Optional.empty(), Optional.empty());
  }

  boolean isSubjectOf(ToolCallEvent event) {
    return event.callId().equals(state.call().id())
        && event.phase().equals(phase)
        && event.iteration() == iteration
        && !state.isEnded();
  }

  /** Returns the call after one more event about it. */
  CallEntry after(ToolCallEvent event, RecordedEvent recorded) {
    boolean starts = event instanceof ToolCallEvent.Started;
    Optional<EventPlace> here = Optional.of(EventPlace.of(recorded));
    ToolCallState next = state.apply(event);
    return new CallEntry(
        phase,
        iteration,
        next,
        event instanceof ChildRunEvent it ? Optional.of(it.child()) : child,
        attempts + (starts ? 1 : 0),
        requested,
        starts ? started.or(() -> here) : started,
        next.isEnded() ? here : ended);
  }

  /** Returns the call as a retry of its run finds it. */
  CallEntry retried() {
    return state.isEnded()
        ? this
        : new CallEntry(
            phase, iteration, state.retried(), child, attempts, requested, started, ended);
  }
}
