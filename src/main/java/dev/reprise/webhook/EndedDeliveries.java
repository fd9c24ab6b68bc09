package dev.reprise.webhook;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.run.RunSql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** Deletes deliveries that are not needed any more. */
@ApplicationScoped
class EndedDeliveries {

  /** How many runs one query finds. Each has its own transaction, so no lock is held for long. */
  private static final int RUNS_AT_ONCE = 200;

  private static final String IS_ORPHAN =
      "NOT EXISTS (SELECT 1 FROM webhook w WHERE w.id = webhook_delivery.webhook_id)";

  private final DataSource database;

  @Inject
  EndedDeliveries(DataSource database) {
    this.database = database;
  }

  /**
   * Deletes the deliveries that ended longer ago than this, and those whose webhook is deleted.
   *
   * @return how many
   * @throws WebhooksUnavailableException if the database fails; then some may be left
   */
  int delete(Duration keep) {
    return delete("ended_at < " + RunSql.fromNow(keep.negated())) + delete(IS_ORPHAN);
  }

  private int delete(String condition) {
    int deleted = 0;
    try {
      List<String> runs = runs(condition);
      while (!runs.isEmpty()) {
        for (String run : runs) {
          deleted +=
              JdbcTransaction.single(
                  database,
                  transaction ->
                      transaction.update(
                          "DELETE FROM webhook_delivery WHERE run_id = ? AND " + condition, run));
        }
        runs = runs(condition);
      }
      return deleted;
    } catch (SQLException e) {
      throw new WebhooksUnavailableException(e);
    }
  }

  private List<String> runs(String condition) throws SQLException {
    return JdbcTransaction.single(
        database,
        transaction ->
            transaction.rows(
                "SELECT DISTINCT run_id FROM webhook_delivery WHERE %s FETCH FIRST %d ROWS ONLY"
                    .formatted(condition, RUNS_AT_ONCE),
                row -> row.getString("run_id")));
  }
}
