package dev.reprise.run;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.state.RunState;
import java.util.Optional;
import java.util.UUID;

/**
 * A place in a run's journal that holds a snapshot of the run's state, so that a resume need not
 * read the events before it. The run's row names the newest checkpoint.
 */
public final class Checkpoint {

  /** The least number of events between two checkpoints at the ends of phases. */
  static final int MIN_EVENTS = 500;

  private Checkpoint() {}

  /**
   * Returns whether a checkpoint is due after an event. It is due after a compaction, which has
   * just made the state small. It is also due after the end of a phase if the run recorded many
   * events since the newest checkpoint.
   *
   * @param state the state after the event
   * @param events the number of events after the newest checkpoint
   */
  public static boolean isDueAfter(RunEvent event, RunState state, long events) {
    return switch (event) {
      case ModelEvent.TranscriptCompacted ignored -> hasNoOpenCalls(state);
      case PhaseEvent.Completed ignored -> events >= MIN_EVENTS;
      case PhaseEvent.Skipped ignored -> events >= MIN_EVENTS;
      default -> false;
    };
  }

  private static boolean hasNoOpenCalls(RunState state) {
    return state.openPhase().map(phase -> phase.work().calls().isEmpty()).orElse(true);
  }

  /**
   * Returns the event of a checkpoint.
   *
   * @param state the fold of all events before it
   */
  public static LifecycleEvent.Checkpointed of(RunState state) {
    return new LifecycleEvent.Checkpointed(Snapshot.of(state));
  }

  /**
   * Reads the checkpoint that a run's row names.
   *
   * @return empty if this server does not know the snapshot's version and must read all events
   * @throws BrokenRecordException if there is no checkpoint at that place, or it cannot be read
   */
  static Optional<ReplayedRun> read(
      Journal journal, UUID run, AgentDefinition agent, long sequence) {
    RecordedEvent recorded = event(journal, run, sequence);
    if (!(recorded.event() instanceof LifecycleEvent.Checkpointed(var snapshot))) {
      throw new BrokenRecordException(
          run, sequence, "is no checkpoint but '%s'".formatted(recorded.type()));
    }
    try {
      return Snapshot.read(snapshot, agent).map(state -> ReplayedRun.at(recorded, state));
    } catch (IllegalArgumentException e) {
      throw new BrokenRecordException(run, sequence, String.valueOf(e.getMessage()));
    }
  }

  private static RecordedEvent event(Journal journal, UUID run, long sequence) {
    Position before;
    try {
      before = journal.position(run, sequence - 1);
    } catch (IllegalArgumentException e) {
      throw missing(run, sequence);
    }
    return journal.read(run, before, 1).stream()
        .findFirst()
        .orElseThrow(() -> missing(run, sequence));
  }

  private static BrokenRecordException missing(UUID run, long sequence) {
    return new BrokenRecordException(
        run, sequence, "is named as the run's checkpoint and is missing");
  }
}
