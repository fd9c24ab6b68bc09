package dev.reprise.run;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.journal.Journal;
import dev.reprise.journal.Position;
import dev.reprise.journal.Recorded;
import dev.reprise.journal.RunEvent;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A run's state, and how far its journal was read for it.
 *
 * @param checkpoint the place of the newest checkpoint in what was read; 0 if there is none
 */
public record Folded(RunState state, Position head, long checkpoint) {

  /** How many events one read of the journal brings into memory. */
  private static final int PAGE = 500;

  /** Folds all that a run's journal holds, page by page. */
  public static Folded from(Journal journal, UUID run, AgentDefinition agent) {
    return new Folded(RunState.of(agent), Position.START, 0).on(journal, run);
  }

  /**
   * Folds what a run's journal holds from its newest checkpoint on.
   *
   * @param checkpoint its place, as the run's row names it; empty to fold from the start
   * @throws dev.reprise.journal.BrokenRecord if there is no checkpoint at that place, or anything
   *     behind it is not what was written
   */
  public static Folded from(
      Journal journal, UUID run, AgentDefinition agent, Optional<Long> checkpoint) {
    return checkpoint
        .flatMap(sequence -> Checkpoint.read(journal, run, agent, sequence))
        .map(folded -> folded.on(journal, run))
        .orElseGet(() -> from(journal, run, agent));
  }

  private Folded on(Journal journal, UUID run) {
    Folded folded = this;
    while (true) {
      List<Recorded> page = journal.read(run, folded.head, PAGE);
      if (page.isEmpty()) { // a shorter one may only be one of long events
        return folded;
      }
      for (Recorded recorded : page) {
        folded = folded.apply(recorded);
      }
    }
  }

  private Folded apply(Recorded recorded) {
    return new Folded(
        state.apply(recorded.event()),
        recorded.position(),
        recorded.event() instanceof RunEvent.RunCheckpointed ? recorded.sequence() : checkpoint);
  }
}
