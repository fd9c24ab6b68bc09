package dev.reprise.queue.row;

import dev.reprise.journal.Journal;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.queue.fork.UndoRegistry;
import dev.reprise.run.state.RunStatus;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;

/** Undoes runs for tests, including those of other packages, with the rows that they need. */
public record UndoingRuns(DataSource database) {

  private static final String INSERT =
      """
      INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                       last_sequence, created_at, updated_at)
      VALUES (?, 'acme', 'mover', 'v', 'here', 'ana', ?, 0, 20, CURRENT_TIMESTAMP,
              CURRENT_TIMESTAMP)""";

  public UndoRegistry undoings(Journal journal) {
    return new UndoRegistry(new Database(database), journal);
  }

  /** Adds the row of a run of the tenant {@code acme}. */
  public UUID add(RunStatus status) throws SQLException {
    UUID id = UUID.randomUUID();
    change(INSERT, id, status.name());
    return id;
  }

  public void move(UUID run, RunStatus status) throws SQLException {
    change("UPDATE run SET status = ? WHERE id = ?", status.name(), run);
  }

  public void change(String sql, Object... parameters) throws SQLException {
    JdbcTransaction.single(database, statements -> statements.update(sql, parameters));
  }
}
