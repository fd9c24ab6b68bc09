package dev.reprise.run;

import dev.reprise.journal.Journal;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpoch;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Moves runs that no job holds, each with the event that says so, under an epoch of its own. */
@ApplicationScoped
class UnheldRuns {

  private RunTable table;
  private Journal journal;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  UnheldRuns() {}

  @Inject
  UnheldRuns(RunTable table, Journal journal) {
    this.table = table;
    this.journal = journal;
  }

  /** Returns a run's row, or empty if there is no such run. */
  Optional<RunRow> find(UUID id) {
    return table.rows(Statements.ROW, RunRow::read, id).stream().findFirst();
  }

  /**
   * Moves a run to the status that the event leads to.
   *
   * @param from the statuses in which it may be
   * @return false if it is in none of them, or somebody else moved it in the same moment
   */
  boolean move(UUID id, Set<RunStatus> from, RunEvent event) {
    RunStatus next = Lifecycle.statusAfter(event).orElseThrow();
    Optional<RunRow> found =
        find(id).filter(row -> from.contains(row.status()) && row.status().leadsTo(next));
    if (found.isEmpty()) {
      return false;
    }
    RunRow row = found.get();
    try {
      journal
          .append(row.nextWriter(), row.head(), List.of(event), RowChanges.move(row, next))
          .await();
      return true;
    } catch (StaleEpoch e) {
      return false;
    }
  }
}
