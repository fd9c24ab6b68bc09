package dev.reprise.journal.store;

import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.UUID;

/**
 * Removes the records of erased runs, from the end to the beginning, in transactions of a bounded
 * size. A concurrent reader meets an early end, but no gap. Runs may share large payloads, so
 * {@link BlobCleanup} removes those.
 */
@ApplicationScoped
public class RecordEraser {

  private static final int EVENTS_AT_ONCE = 500;

  private static final String END = "SELECT MAX(sequence) FROM event WHERE run_id = ?";

  /** A run that was imported again meanwhile has a row, and keeps its events. */
  private static final String CUT =
      """
      DELETE FROM event WHERE run_id = ? AND sequence > ?
        AND NOT EXISTS (SELECT 1 FROM run r WHERE r.id = event.run_id)\
      """;

  private final Database database;

  @Inject
  RecordEraser(Database database) {
    this.database = database;
  }

  /**
   * Removes all events of a run whose row is gone, so that nothing is appended any more. Continues
   * an erasure that was interrupted.
   *
   * @return how many events were removed
   * @throws JournalUnavailableException if the database fails; then some events may be left
   */
  public long erase(UUID run) {
    try {
      long removed = 0;
      for (long end = database.number(END, run); end > 0; end -= EVENTS_AT_ONCE) {
        removed += database.update(CUT, run, Math.max(0, end - EVENTS_AT_ONCE));
      }
      return removed;
    } catch (DatabaseException e) {
      throw new JournalUnavailableException("erase", run, e);
    }
  }
}
