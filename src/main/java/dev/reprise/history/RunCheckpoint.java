package dev.reprise.history;

import dev.reprise.agent.Cost;
import dev.reprise.agent.Usage;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RecordedEvent;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A point in a run's journal between two steps, at which the run can be looked at or forked.
 *
 * @param sequence of the event there
 * @param phase absent for a stored state
 * @param iteration that ended there; absent for other kinds
 * @param usage of the reply of that iteration
 * @param cost of that reply; absent if it is not known
 */
public record RunCheckpoint(
    long sequence,
    Instant at,
    Kind kind,
    Optional<String> phase,
    Optional<Integer> iteration,
    Optional<Usage> usage,
    Optional<Cost> cost) {

  /** What happened at the point. */
  public enum Kind {
    PHASE_STARTED,
    /** All calls of a reply have a result, or the reply is the answer. */
    ITERATION_ENDED,
    /** The phase is completed, skipped or failed. */
    PHASE_ENDED,
    /** The record has a copy of the state, from which a resume reads on. */
    STATE_STORED
  }

  /**
   * Returns the checkpoints of a part of a run's journal, in order.
   *
   * @param part ends before a reply or with the newest event, so that no iteration is cut in two
   */
  public static List<RunCheckpoint> in(List<RecordedEvent> part) {
    var fold = new ReplyFold();
    Map<Long, ModelEvent.Replied> replies = new HashMap<>();
    for (RecordedEvent recorded : part) {
      fold.apply(recorded);
      if (recorded.event() instanceof ModelEvent.Replied reply) {
        replies.put(recorded.sequence(), reply);
      }
    }
    Stream<RunCheckpoint> iterations =
        fold.replies().stream()
            .flatMap(
                reply ->
                    Optional.ofNullable(replies.get(reply.place().sequence())).stream()
                        .flatMap(said -> reply.end().stream().map(end -> iteration(end, said))));
    return Stream.concat(part.stream().flatMap(recorded -> of(recorded).stream()), iterations)
        .sorted(Comparator.comparingLong(RunCheckpoint::sequence))
        .toList();
  }

  private static RunCheckpoint iteration(EventPlace end, ModelEvent.Replied reply) {
    return new RunCheckpoint(
        end.sequence(),
        end.at(),
        Kind.ITERATION_ENDED,
        Optional.of(reply.phase()),
        Optional.of(reply.iteration()),
        Optional.of(reply.usage()),
        reply.cost());
  }

  private static Optional<RunCheckpoint> of(RecordedEvent recorded) {
    return switch (recorded.event()) {
      case PhaseEvent.Started it -> point(recorded, Kind.PHASE_STARTED, Optional.of(it.phase()));
      case PhaseEvent.Completed it -> point(recorded, Kind.PHASE_ENDED, Optional.of(it.phase()));
      case PhaseEvent.Skipped it -> point(recorded, Kind.PHASE_ENDED, Optional.of(it.phase()));
      case PhaseEvent.Failed it -> point(recorded, Kind.PHASE_ENDED, Optional.of(it.phase()));
      case LifecycleEvent.Checkpointed ignored ->
          point(recorded, Kind.STATE_STORED, Optional.empty());
      default -> Optional.empty();
    };
  }

  private static Optional<RunCheckpoint> point(
      RecordedEvent recorded, Kind kind, Optional<String> phase) {
    return Optional.of(
        new RunCheckpoint(
            recorded.sequence(),
            recorded.at(),
            kind,
            phase,
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }
}
