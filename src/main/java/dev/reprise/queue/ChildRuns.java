package dev.reprise.queue;

import dev.reprise.journal.ControlEvent;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.run.state.WaitReason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;

/**
 * Wakes a parent run when one of its child runs ends, and the runs that were forked from it, which
 * may wait for the same child run; and cancels the child runs when their parent ends. If a crash
 * interrupts this, the next poll of the table completes it.
 *
 * <p>Every method throws {@link DatabaseException} if the database fails.
 */
@ApplicationScoped
public class ChildRuns {

  /** The range of all ids, because Derby uses no index for {@code IS NOT NULL}. */
  private static final String ANY_RUN =
      "BETWEEN '00000000-0000-0000-0000-000000000000' AND 'ffffffff-ffff-ffff-ffff-ffffffffffff'";

  /** Runs every second, so Derby gets the index as a hint; other databases see a comment. */
  private static final String HEARD_BY =
      """
      SELECT DISTINCT reports_to FROM run --DERBY-PROPERTIES index=run_reports_to
      WHERE reports_to %s\
      """
          .formatted(ANY_RUN);

  private static final String WAKE =
      """
      UPDATE run SET status = 'QUEUED', waiting_for = NULL, due_at = CURRENT_TIMESTAMP,
                     updated_at = CURRENT_TIMESTAMP
      WHERE id = ? AND status = 'WAITING' AND waiting_for = '%s'\
      """
          .formatted(WaitReason.CHILD_RUN.code());

  private static final String MAY_YET_WAIT =
      """
      SELECT id FROM run
      WHERE id = ? AND status IN ('QUEUED', 'RUNNING', 'WAITING', 'PAUSED')\
      """;

  private static final String FORKS = "SELECT id FROM run WHERE parent = ?";

  private static final String HEARD = "UPDATE run SET reports_to = NULL WHERE reports_to = ?";

  private static final String AT_WORK_FOR =
      """
      SELECT id, works_for FROM run
      WHERE works_for = ? AND status IN ('QUEUED', 'RUNNING', 'WAITING', 'PAUSED')
        AND cancelled_by IS NULL\
      """;

  /** The child runs whose parent has ended. */
  private static final String ORPHANS =
      """
      SELECT c.id, c.works_for FROM run c JOIN run p ON p.id = c.works_for AND p.tenant = c.tenant
      WHERE c.status IN ('QUEUED', 'RUNNING', 'WAITING', 'PAUSED') AND c.cancelled_by IS NULL
        AND p.status IN ('COMPLETED', 'FAILED', 'CANCELLED', 'DEAD_LETTER')
        AND c.works_for %s
      FETCH FIRST 500 ROWS ONLY\
      """
          .formatted(ANY_RUN);

  private static final String OF =
      "SELECT id FROM run WHERE works_for = ? AND tenant = ? ORDER BY created_at, id";

  private final Database database;
  private final RunQueue queue;

  @Inject
  ChildRuns(Database database, RunQueue queue) {
    this.database = database;
    this.queue = queue;
  }

  private record Worker(UUID id, UUID worksFor) {
    static Worker read(Row row) {
      return new Worker(row.id("id"), row.id("works_for"));
    }
  }

  /** Returns the child runs of a run in this tenant, including ended ones, the oldest first. */
  public List<UUID> of(String tenant, UUID run) {
    return database.rows(OF, row -> row.id("id"), run, tenant);
  }

  /** Queues the runs that wait for child runs of which one has ended; returns their number. */
  public int wakeWaiting() {
    List<UUID> hearers = database.rows(HEARD_BY, row -> row.id("reports_to"));
    return hearers.stream().mapToInt(this::wake).sum();
  }

  /**
   * Wakes a waiting run with its forks and, in the same transaction, clears the reports to it. The
   * reports are not needed any more, because the server that claims the run reads all its child
   * runs. The reports to a run that has ended are cleared, too. A run that still works may be about
   * to wait, so its reports stay for the next poll; a fork that is about to wait polls by itself.
   */
  private int wake(UUID hearer) {
    return database.together(
        transaction -> {
          int woken = transaction.update(WAKE, hearer);
          if (woken == 0 && !transaction.rows(MAY_YET_WAIT, row -> hearer, hearer).isEmpty()) {
            return 0;
          }
          transaction.update(HEARD, hearer);
          return woken + wakeForks(transaction, hearer);
        });
  }

  private static int wakeForks(JdbcTransaction transaction, UUID run) {
    int woken = 0;
    for (UUID fork : transaction.rows(FORKS, row -> row.id("id"), run)) {
      woken += transaction.update(WAKE, fork) + wakeForks(transaction, fork);
    }
    return woken;
  }

  /** Cancels the child runs of a run that has ended. */
  public void cancelChildren(UUID run) {
    database.rows(AT_WORK_FOR, Worker::read, run).forEach(this::cancel);
  }

  /** Cancels all child runs whose parent has ended; returns their number. */
  public int cancelOrphans() {
    List<Worker> orphans = database.rows(ORPHANS, Worker::read);
    orphans.forEach(this::cancel);
    return orphans.size();
  }

  private void cancel(Worker worker) {
    String why = "the parent run %s has ended".formatted(worker.worksFor());
    if (queue.cancel(worker.id(), new ControlEvent.Cancelled("run " + worker.worksFor(), why))) {
      cancelChildren(worker.id());
    }
  }
}
