package dev.reprise.history;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Folds a part of a run's journal to its replies, each with what became of its calls.
 *
 * <p>All events about the calls of a reply come before the next reply. So the part has a reply
 * completely if it ends before the next reply or at the end of the journal. Events before the first
 * reply of the part are about calls of an earlier one, and are ignored.
 */
final class ReplyFold {

  private final List<Building> replies = new ArrayList<>();

  private record Building(EventPlace place, String phase, int iteration, List<CallEntry> calls) {

    private ReplyEntry built() {
      return new ReplyEntry(place, phase, iteration, calls);
    }
  }

  /** Adds the next event of the part. */
  void apply(RecordedEvent recorded) {
    switch (recorded.event()) {
      case ModelEvent.Replied reply ->
          begin(
              recorded,
              reply.phase(),
              reply.iteration(),
              reply.calls().stream().map(ToolCallState::asked).toList());
      case ToolCallEvent event ->
          ofNewest(call -> call.isSubjectOf(event) ? call.after(event, recorded) : call);
      case ControlEvent.Retried ignored -> ofNewest(CallEntry::retried);
      default -> {}
    }
  }

  /**
   * Adds the calls that a fork took over without an outcome.
   *
   * @param state after that event
   */
  void inherit(RunState state, RecordedEvent forked) {
    state
        .openPhase()
        .ifPresent(
            open ->
                begin(
                    forked,
                    open.name(),
                    open.work().iteration(),
                    open.work().calls().stream().filter(call -> !call.isEnded()).toList()));
  }

  private void begin(
      RecordedEvent recorded, String phase, int iteration, List<ToolCallState> calls) {
    EventPlace place = EventPlace.of(recorded);
    var requested = new ArrayList<CallEntry>();
    calls.forEach(call -> requested.add(CallEntry.requested(phase, iteration, call, place)));
    replies.add(new Building(place, phase, iteration, requested));
  }

  private void ofNewest(UnaryOperator<CallEntry> change) {
    if (!replies.isEmpty()) {
      replies.getLast().calls().replaceAll(change);
    }
  }

  /** Returns the replies in the order of the journal. */
  List<ReplyEntry> replies() {
    return replies.stream().map(Building::built).toList();
  }
}
