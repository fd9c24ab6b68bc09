package dev.reprise.run.retention;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.SqlErrors;
import dev.reprise.run.RunTable;
import dev.reprise.run.RunsUnavailableException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Erases runs, each in one moment: its row goes, if it still is as it was looked at, and in the
 * same transaction it is noted that something of it is left elsewhere, and that it was erased. From
 * then on there is no such run; what is left of it does no harm, and is removed by the next sweep
 * that finds the note.
 *
 * <p>The row goes first, because the events go in many transactions: a run that is still there has
 * all of its record.
 *
 * <p>Every method throws {@link RunsUnavailableException} if the database fails.
 */
@ApplicationScoped
public class RunEraser {

  /** Whatever a run lives through is an event, also that it is retried. */
  private static final String ERASE =
      "DELETE FROM run WHERE id = ? AND status = ? AND epoch = ? AND last_sequence = ?";

  private static final String ERASE_MESSAGES = "DELETE FROM run_message WHERE run_id = ?";

  private static final String ERASE_UNDONE = "DELETE FROM undone WHERE run_id = ?";

  private static final String NOTE =
      "INSERT INTO erasure (run_id, tenant, erased_at) VALUES (?, ?, CURRENT_TIMESTAMP)";

  private static final String FORGET = "DELETE FROM erasure WHERE run_id = ?";

  /** Stays: what is erased does not come back out of an old file. */
  private static final String BURY =
      "INSERT INTO tombstone (run_id, tenant, erased_at) VALUES (?, ?, CURRENT_TIMESTAMP)";

  private static final String EXHUME = "DELETE FROM tombstone WHERE run_id = ?";

  private RunTable table;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  RunEraser() {}

  @Inject
  public RunEraser(RunTable table) {
    this.table = table;
  }

  /**
   * Erases a run.
   *
   * @return false if it has moved on since it was looked at, or has been forked
   */
  public boolean erase(EndedRun run) {
    try {
      return table.together(statements -> erase(statements, run));
    } catch (RunsUnavailableException e) {
      if (isForked(e)) {
        return false;
      }
      throw e;
    }
  }

  private static boolean erase(JdbcTransaction statements, EndedRun run) throws SQLException {
    int gone = statements.update(ERASE, run.id(), run.status().name(), run.epoch(), run.events());
    if (gone == 0) {
      return false;
    }
    statements.update(ERASE_MESSAGES, run.id());
    statements.update(ERASE_UNDONE, run.id());
    statements.update(FORGET, run.id()); // of an earlier run of this id, imported again since
    statements.update(NOTE, run.id(), run.tenant());
    statements.update(EXHUME, run.id()); // likewise
    statements.update(BURY, run.id(), run.tenant());
    return true;
  }

  /** The database itself keeps a run that another one goes on from, forked in this very moment. */
  private static boolean isForked(RunsUnavailableException refused) {
    return refused.getCause() instanceof SQLException e && SqlErrors.isConstraintViolation(e);
  }

  /**
   * Returns runs of which something is left, those first that were erased first; not those that
   * were imported again meanwhile.
   *
   * @param last the last one of the page before
   */
  public List<ErasedRun> leftovers(Optional<ErasedRun> last, int limit) {
    return table.rows(
        """
        SELECT n.run_id, n.tenant, n.erased_at FROM erasure n
        WHERE NOT EXISTS (SELECT 1 FROM run r WHERE r.id = n.run_id) %s
        ORDER BY n.erased_at, n.run_id FETCH FIRST %d ROWS ONLY\
        """
            .formatted(
                last.map(run -> "AND (n.erased_at > ? OR (n.erased_at = ? AND n.run_id > ?))")
                    .orElse(""),
                limit),
        ErasedRun::read,
        last.map(
                run -> new Object[] {Timestamp.from(run.at()), Timestamp.from(run.at()), run.run()})
            .orElse(new Object[0]));
  }

  /** Notes that nothing is left of a run. */
  public void done(UUID run) {
    table.update(FORGET, run);
  }
}
