package dev.reprise.run.queue;

import dev.reprise.journal.ControlEvent;
import dev.reprise.run.RunTable;
import dev.reprise.run.RunsUnavailableException;
import dev.reprise.run.state.WaitReason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/**
 * Runs that work for other runs: they wake these when they have their end, and are cancelled when
 * these have theirs. What a crash leaves undone the next look finds in the table.
 *
 * <p>Every method throws {@link RunsUnavailableException} if the database fails.
 */
@ApplicationScoped
public class ChildRuns {

  /** All ids there can be; a range, because Derby finds what is not null by no index. */
  private static final String ANY_RUN =
      "BETWEEN '00000000-0000-0000-0000-000000000000' AND 'ffffffff-ffff-ffff-ffff-ffffffffffff'";

  /** Looked at every second, so Derby is told the index; to others that is a comment. */
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

  private static final String HEARD = "UPDATE run SET reports_to = NULL WHERE reports_to = ?";

  private static final String AT_WORK_FOR =
      """
      SELECT id, works_for FROM run
      WHERE works_for = ? AND status IN ('QUEUED', 'RUNNING', 'WAITING', 'PAUSED')
        AND cancelled_by IS NULL\
      """;

  /** Those that work for runs that have their end. */
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

  private RunTable table;
  private RunQueue queue;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ChildRuns() {}

  @Inject
  ChildRuns(RunTable table, RunQueue queue) {
    this.table = table;
    this.queue = queue;
  }

  private record Worker(UUID id, UUID worksFor) {
    static Worker read(ResultSet row) throws SQLException {
      return new Worker(
          UUID.fromString(row.getString("id")), UUID.fromString(row.getString("works_for")));
    }
  }

  /** Returns the runs of this tenant that work or worked for one, the oldest first. */
  public List<UUID> of(String tenant, UUID run) {
    return table.rows(OF, row -> UUID.fromString(row.getString("id")), run, tenant);
  }

  /** Queues the runs that wait for others of which one has its end; returns how many. */
  public int wakeWaiting() {
    List<UUID> hearers = table.rows(HEARD_BY, row -> UUID.fromString(row.getString("reports_to")));
    return (int) hearers.stream().filter(this::wakes).count();
  }

  /**
   * Wakes a run that waits, and forgets in the same transaction who reported to it: whoever takes
   * it on from here looks at all that work for it. So is forgotten who reports to a run that waits
   * no more. One that is at work may be about to wait, and is looked at again.
   */
  private boolean wakes(UUID hearer) {
    return table.together(
        transaction -> {
          boolean woken = transaction.update(WAKE, hearer) == 1;
          if (woken || transaction.rows(MAY_YET_WAIT, row -> hearer, hearer).isEmpty()) {
            transaction.update(HEARD, hearer);
          }
          return woken;
        });
  }

  /** Cancels what works for a run that has its end. */
  public void cancelChildren(UUID run) {
    table.rows(AT_WORK_FOR, Worker::read, run).forEach(this::cancel);
  }

  /** Cancels what works for any run that has its end; returns how many. */
  public int cancelOrphans() {
    List<Worker> orphans = table.rows(ORPHANS, Worker::read);
    orphans.forEach(this::cancel);
    return orphans.size();
  }

  private void cancel(Worker worker) {
    String why = "run %s, for which it works, has its end".formatted(worker.worksFor());
    if (queue.cancel(worker.id(), new ControlEvent.Cancelled("run " + worker.worksFor(), why))) {
      cancelChildren(worker.id());
    }
  }
}
