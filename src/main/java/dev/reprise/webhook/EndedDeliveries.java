package dev.reprise.webhook;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.queue.row.RunSql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;

/** Deletes deliveries that are not needed any more. */
@ApplicationScoped
class EndedDeliveries {

  /** How many runs one query finds. Each has its own transaction, so no lock is held for long. */
  private static final int RUNS_AT_ONCE = 200;

  private static final String IS_ORPHAN =
      "NOT EXISTS (SELECT 1 FROM webhook w WHERE w.id = webhook_delivery.webhook_id)";

  private final Database database;

  @Inject
  EndedDeliveries(Database database) {
    this.database = database;
  }

  /**
   * Deletes the deliveries that ended longer ago than this, and those whose webhook is deleted.
   *
   * @return how many
   * @throws DatabaseException if the database fails; then some may be left
   */
  int delete(Duration keep) {
    return delete("ended_at < " + RunSql.fromNow(keep.negated())) + delete(IS_ORPHAN);
  }

  private int delete(String condition) {
    int deleted = 0;
    List<String> runs = runs(condition);
    while (!runs.isEmpty()) {
      for (String run : runs) {
        deleted +=
            database.update("DELETE FROM webhook_delivery WHERE run_id = ? AND " + condition, run);
      }
      runs = runs(condition);
    }
    return deleted;
  }

  private List<String> runs(String condition) {
    return database.rows(
        "SELECT DISTINCT run_id FROM webhook_delivery WHERE %s FETCH FIRST %d ROWS ONLY"
            .formatted(condition, RUNS_AT_ONCE),
        row -> row.text("run_id"));
  }
}
