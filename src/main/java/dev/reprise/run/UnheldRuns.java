package dev.reprise.run;

import dev.reprise.journal.Journal;
import dev.reprise.journal.RunEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Moves runs that no job holds, each with the event that says so, under an epoch of its own. */
@ApplicationScoped
class UnheldRuns {

  @Inject RunTable table;
  @Inject Journal journal;

  /**
   * Moves a run to the status that the event leads to.
   *
   * @param from the statuses in which it may be
   * @return false if it is in none of them
   */
  @Transactional(TxType.MANDATORY) // the caller asks more in the same breath
  public boolean move(UUID id, Set<RunStatus> from, RunEvent event) {
    RunStatus next = Lifecycle.statusAfter(event).orElseThrow();
    Set<RunStatus> allowed = EnumSet.copyOf(next.predecessors());
    allowed.retainAll(from);
    if (!table.moves(Statements.move(allowed, next), id.toString())) {
      return false;
    }
    long epoch = table.read(id).orElseThrow().epoch();
    journal.append(id, epoch, journal.head(id), List.of(event));
    return true;
  }
}
