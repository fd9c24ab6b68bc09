package dev.reprise.operations.retention;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.SqlErrors;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Erases runs, each in one transaction. The transaction deletes the run's row if the row has not
 * changed since it was read and the run has no fork. It also notes that other data of the run is
 * left, and that the run was erased. After it, the run does not exist. The data that is left does
 * no harm, and the next sweep that finds the note removes it.
 *
 * <p>The eraser deletes the row first, because the events are deleted in many transactions. So a
 * run that still exists has its complete record.
 *
 * <p>Every method throws {@link DatabaseException} if the database fails. Tested by {@code
 * RetentionTest}.
 */
@ApplicationScoped
public class RunEraser {

  /** Each change of a run is an event, also a retry, so these columns detect any change. */
  private static final String ERASE =
      "DELETE FROM run WHERE id = ? AND status = ? AND epoch = ? AND last_sequence = ?";

  private static final String ERASE_MESSAGES = "DELETE FROM run_message WHERE run_id = ?";

  private static final String ERASE_PREPAID = "DELETE FROM prepaid_reply WHERE run_id = ?";

  private static final String ERASE_DECISIONS = "DELETE FROM run_decision WHERE run_id = ?";

  private static final String ERASE_LABELS = "DELETE FROM run_label WHERE run_id = ?";

  private static final String ERASE_DELIVERIES = "DELETE FROM webhook_delivery WHERE run_id = ?";

  private static final String ERASE_UNDONE = "DELETE FROM undone WHERE run_id = ?";

  /** The next submission with the key starts a run of another id. */
  private static final String ERASE_DEDUPE_KEYS = "DELETE FROM dedupe_key WHERE run_id = ?";

  /** The stored responses show the run. */
  private static final String ERASE_RESPONSES = "DELETE FROM idempotency_key WHERE run_id = ?";

  /** A request that is repeated after its server was lost must not create the run again. */
  private static final String ERASE_REQUESTS = "DELETE FROM idempotency_key WHERE created_id = ?";

  private static final String NOTE =
      "INSERT INTO erasure (run_id, tenant, erased_at) VALUES (?, ?, CURRENT_TIMESTAMP)";

  private static final String FORGET = "DELETE FROM erasure WHERE run_id = ?";

  /** The tombstone stays, so that an erased run does not come back from an old file. */
  private static final String BURY =
      "INSERT INTO tombstone (run_id, tenant, erased_at) VALUES (?, ?, CURRENT_TIMESTAMP)";

  private static final String EXHUME = "DELETE FROM tombstone WHERE run_id = ?";

  private final Database database;

  @Inject
  public RunEraser(Database database) {
    this.database = database;
  }

  /** What became of an attempt to erase a run. */
  public enum Result {
    ERASED,

    /** The run stays, because it has changed since it was read: it was retried or erased. */
    CHANGED,

    /** The run stays, because it has a fork. */
    FORKED
  }

  /** Erases a run, unless it has changed since it was read or has a fork. */
  public Result erase(EndedRun run) {
    try {
      return database.together(statements -> erase(statements, run))
          ? Result.ERASED
          : Result.CHANGED;
    } catch (DatabaseException e) {
      if (e.is(SqlErrors::isConstraintViolation)) {
        return Result.FORKED; // its fork may have been made at this moment
      }
      throw e;
    }
  }

  private static boolean erase(JdbcTransaction statements, EndedRun run) {
    int gone = statements.update(ERASE, run.id(), run.status().name(), run.epoch(), run.events());
    if (gone == 0) {
      return false;
    }
    statements.update(ERASE_MESSAGES, run.id());
    statements.update(ERASE_PREPAID, run.id());
    statements.update(ERASE_DECISIONS, run.id());
    statements.update(ERASE_LABELS, run.id());
    statements.update(ERASE_DELIVERIES, run.id());
    statements.update(ERASE_UNDONE, run.id());
    statements.update(ERASE_DEDUPE_KEYS, run.id());
    statements.update(ERASE_RESPONSES, run.id());
    statements.update(ERASE_REQUESTS, run.id());
    statements.update(FORGET, run.id()); // a note may exist if the run was erased and imported
    statements.update(NOTE, run.id(), run.tenant());
    statements.update(EXHUME, run.id()); // so may a tombstone
    statements.update(BURY, run.id(), run.tenant());
    return true;
  }

  /**
   * Returns a page of erased runs whose other data is left, in the order of their erasure. It does
   * not contain runs that were imported again in the meantime.
   *
   * @param last the last run of the previous page; empty for the first page
   */
  public List<ErasedRun> leftovers(Optional<ErasedRun> last, int limit) {
    return database.rows(
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
        last.map(run -> new Object[] {run.at(), run.at(), run.run()}).orElse(new Object[0]));
  }

  /** Deletes the note, because no data of the run is left. */
  public void done(UUID run) {
    database.update(FORGET, run);
  }
}
