package dev.reprise.run;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.journal.Journal;
import dev.reprise.journal.Position;
import dev.reprise.journal.Recorded;
import java.util.List;
import java.util.UUID;

/** A run's state, and how far its journal was read for it. */
public record Folded(RunState state, Position head) {

  /** How many events one read of the journal brings into memory. */
  private static final int PAGE = 500;

  /** Folds all that a run's journal holds, page by page. */
  public static Folded from(Journal journal, UUID run, AgentDefinition agent) {
    RunState state = RunState.of(agent);
    Position head = Position.START;
    List<Recorded> page;
    do {
      page = journal.read(run, head, PAGE);
      for (Recorded recorded : page) {
        state = state.apply(recorded.event());
        head = recorded.position();
      }
    } while (!page.isEmpty()); // a page may be short because its events are large
    return new Folded(state, head);
  }
}
