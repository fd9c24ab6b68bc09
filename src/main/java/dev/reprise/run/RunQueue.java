package dev.reprise.run;

import dev.reprise.journal.Journal;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The queue of runs: what clients put in and cancel, and what dispatchers take off. */
@ApplicationScoped
public class RunQueue {

  private static final Set<RunStatus> HELD_BY_NOBODY =
      EnumSet.of(RunStatus.QUEUED, RunStatus.WAITING, RunStatus.PAUSED);

  @Inject RunTable table;
  @Inject UnheldRuns unheld;
  @Inject Journal journal;

  /** Queues a new run; row and first event are one transaction, the caller's if there is one. */
  @Transactional
  public void add(NewRun run) {
    table.update(
        Statements.INSERT,
        run.id().toString(),
        run.tenant(),
        run.agent(),
        run.agentVersion(),
        run.workspace(),
        run.submittedBy());
    var submitted =
        new RunEvent.RunSubmitted(
            run.agent(), run.agentVersion(), run.input(), run.workspace(), run.submittedBy());
    journal.append(run.id(), 0, Position.START, List.of(submitted));
  }

  /**
   * Takes runs that are due off the queue for {@code lease}, so that the caller can start their
   * jobs and no other dispatcher does.
   *
   * @param owner who will start them
   */
  @Transactional
  public List<UUID> reserve(String owner, Duration lease, int limit) {
    return table.ids(Statements.DUE, limit).stream()
        .filter(run -> table.moves(Statements.reserve(lease), owner, run.toString()))
        .toList();
  }

  /**
   * Has a run that waits for a person's verdict go on with it.
   *
   * @return false if it does not wait (any more)
   */
  @Transactional
  public boolean resolve(UUID id, RunEvent.ToolCallResolved verdict) {
    return unheld.move(id, EnumSet.of(RunStatus.WAITING), verdict);
  }

  /**
   * Has a run that failed or was given up go on from the step that failed.
   *
   * @return false if it is neither (any more)
   */
  @Transactional
  public boolean retry(UUID id, RunEvent.RunRetried retried) {
    return unheld.move(id, EnumSet.of(RunStatus.FAILED, RunStatus.DEAD_LETTER), retried);
  }

  /**
   * Cancels a run that nobody holds at once, and has the holder of a running one do it.
   *
   * @return false if the run has ended, or there is none
   */
  @Transactional
  public boolean cancel(UUID id, String by, String reason) {
    // A run may change hands between the two updates; then the other one fits the next time round.
    while (true) {
      if (unheld.move(id, HELD_BY_NOBODY, new RunEvent.RunCancelled(by, reason))
          || table.moves(Statements.WISH_CANCELLED, by, reason, id.toString())) {
        return true;
      }
      Optional<Run> run = table.read(id);
      if (run.map(row -> row.status().isEnded()).orElse(true)) {
        return false;
      }
      if (run.flatMap(Run::cancelWish).isPresent()) {
        return true;
      }
    }
  }
}
