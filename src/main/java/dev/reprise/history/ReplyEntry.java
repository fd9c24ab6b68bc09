package dev.reprise.history;

import java.util.List;
import java.util.Optional;

/**
 * A reply of a run's model with the calls that it requests; or the calls that a fork took over.
 *
 * @param calls in the order of the reply; empty if it is the answer of its phase
 */
record ReplyEntry(EventPlace place, String phase, int iteration, List<CallEntry> calls) {

  ReplyEntry {
    calls = List.copyOf(calls);
  }

  /** Returns the event that ended the iteration: the last outcome, or the answer itself. */
  Optional<EventPlace> end() {
    if (calls.isEmpty()) {
      return Optional.of(place);
    }
    return calls.stream().allMatch(call -> call.ended().isPresent())
        ? calls.stream()
            .flatMap(call -> call.ended().stream())
            .reduce((one, other) -> one.sequence() > other.sequence() ? one : other)
        : Optional.empty();
  }
}
