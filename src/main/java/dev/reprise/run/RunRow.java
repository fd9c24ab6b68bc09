package dev.reprise.run;

import dev.reprise.agent.Role;
import dev.reprise.journal.Position;
import dev.reprise.journal.Writer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/**
 * A run's row as whoever wants to write to it must know it.
 *
 * @param head where its journal ends
 * @param checkpoint the place of its newest checkpoint
 * @param waitingFor what a waiting run waits for
 * @param execution the batch execution that last held it
 * @param cancelWished whether someone wants it cancelled and its holder has not done so
 * @param pauseWished whether someone wants it paused and its holder has not done so
 * @param messages how many messages were posted to it
 * @param submitterRole the highest role of the person for whom it is; empty if none is known
 * @param home which start of which server has its journal in memory; empty if it is in the database
 */
public record RunRow(
    UUID id,
    String tenant,
    String agentVersion,
    RunStatus status,
    Optional<String> waitingFor,
    long epoch,
    Position head,
    Optional<Long> checkpoint,
    Optional<Long> execution,
    boolean cancelWished,
    boolean pauseWished,
    long messages,
    Optional<Role> submitterRole,
    Optional<String> home) {

  /**
   * The columns that {@link #read} wants. An outer join, because it reads the run first: Derby
   * reads the two tables at two moments, and a run whose event was read first may have moved on
   * from it.
   */
  static final String SELECT =
      """
      SELECT r.id, r.tenant, r.agent_version, r.status, r.waiting_for, r.epoch, r.last_sequence,
             COALESCE(e.hash, '') AS hash, r.checkpoint, r.execution, r.cancelled_by, r.paused_by,
             r.messages, r.submitter_role, r.home
      FROM run r LEFT JOIN event e ON e.run_id = r.id AND e.sequence = r.last_sequence
      """;

  static RunRow read(ResultSet row) throws SQLException {
    return new RunRow(
        UUID.fromString(row.getString("id")),
        row.getString("tenant"),
        row.getString("agent_version"),
        RunStatus.valueOf(row.getString("status")),
        Optional.ofNullable(row.getString("waiting_for")),
        row.getLong("epoch"),
        new Position(row.getLong("last_sequence"), row.getString("hash")),
        number(row, "checkpoint"),
        number(row, "execution"),
        row.getString("cancelled_by") != null,
        row.getString("paused_by") != null,
        row.getLong("messages"),
        Optional.ofNullable(row.getString("submitter_role")).map(Role::valueOf),
        Optional.ofNullable(row.getString("home")));
  }

  private static Optional<Long> number(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(value);
  }

  /** Returns the writer that takes the run over from whoever had it. */
  Writer nextWriter() {
    return new Writer(id, tenant, epoch + 1);
  }

  /** Returns the row of a run whose journal is known to end here: in memory a row lags behind. */
  RunRow endingAt(Position end) {
    return new RunRow(
        id,
        tenant,
        agentVersion,
        status,
        waitingFor,
        epoch,
        end,
        checkpoint,
        execution,
        cancelWished,
        pauseWished,
        messages,
        submitterRole,
        home);
  }
}
