package dev.reprise.run;

import dev.reprise.agent.Role;
import dev.reprise.journal.Position;
import dev.reprise.journal.Writer;
import dev.reprise.run.state.HolderFailures;
import dev.reprise.run.state.RunStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/**
 * A run's row as whoever wants to write to it must know it.
 *
 * @param identity what its record says too, and must be compared with before it is believed
 * @param head where its journal ends
 * @param checkpoint the place of its newest checkpoint
 * @param waitingFor what a waiting run waits for
 * @param execution the batch execution that last held it
 * @param cancelWished whether someone wants it cancelled and its holder has not done so
 * @param pauseWished whether someone wants it paused and its holder has not done so
 * @param messages how many messages were posted to it
 * @param home which start of which server has its journal in memory; empty if it is in the database
 * @param setbacks what befell its holders
 */
public record RunRow(
    UUID id,
    RunIdentity identity,
    RunStatus status,
    Optional<String> waitingFor,
    long epoch,
    Position head,
    Optional<Long> checkpoint,
    Optional<Long> execution,
    boolean cancelWished,
    boolean pauseWished,
    long messages,
    Optional<String> home,
    HolderFailures setbacks) {

  /**
   * The columns that {@link #read} wants. An outer join, because it reads the run first: Derby
   * reads the two tables at two moments, and a run whose event was read first may have moved on
   * from it.
   */
  public static final String SELECT =
      """
      SELECT r.id, r.tenant, r.agent, r.agent_version, r.workspace, r.submitted_by,
             r.submitter_role, r.works_for, r.status, r.waiting_for, r.epoch, r.last_sequence,
             COALESCE(e.hash, '') AS hash, r.checkpoint, r.execution, r.cancelled_by, r.paused_by,
             r.messages, r.home, r.admissions, r.losses, r.beside
      FROM run r LEFT JOIN event e ON e.run_id = r.id AND e.sequence = r.last_sequence
      """;

  public static RunRow read(ResultSet row) throws SQLException {
    return new RunRow(
        UUID.fromString(row.getString("id")),
        identity(row),
        RunStatus.valueOf(row.getString("status")),
        Optional.ofNullable(row.getString("waiting_for")),
        row.getLong("epoch"),
        new Position(row.getLong("last_sequence"), row.getString("hash")),
        number(row, "checkpoint"),
        number(row, "execution"),
        row.getString("cancelled_by") != null,
        row.getString("paused_by") != null,
        row.getLong("messages"),
        Optional.ofNullable(row.getString("home")),
        HolderFailures.read(row));
  }

  private static RunIdentity identity(ResultSet row) throws SQLException {
    return new RunIdentity(
        row.getString("tenant"),
        row.getString("agent"),
        row.getString("agent_version"),
        row.getString("workspace"),
        row.getString("submitted_by"),
        Optional.ofNullable(row.getString("submitter_role")).map(Role::valueOf),
        Optional.ofNullable(row.getString("works_for")).map(UUID::fromString));
  }

  /** Returns whose run it is. */
  public String tenant() {
    return identity.tenant();
  }

  /** Returns the content hash of the definition that the run keeps to its end. */
  public String agentVersion() {
    return identity.agentVersion();
  }

  /** Returns the highest role of the person for whom it is; empty if none is known. */
  public Optional<Role> submitterRole() {
    return identity.submitterRole();
  }

  private static Optional<Long> number(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(value);
  }

  /** Returns the writer that takes the run over from whoever had it. */
  public Writer nextWriter() {
    return new Writer(id, tenant(), epoch + 1);
  }

  /** Returns the row of a run whose journal is known to end here: in memory a row lags behind. */
  RunRow endingAt(Position end) {
    return new RunRow(
        id,
        identity,
        status,
        waitingFor,
        epoch,
        end,
        checkpoint,
        execution,
        cancelWished,
        pauseWished,
        messages,
        home,
        setbacks);
  }
}
