package dev.reprise.run.retention;

import dev.reprise.run.RunRow;
import dev.reprise.run.state.RunStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A run that is paused, or that waits for a person, as its row was when it was read.
 *
 * @param version the version that is cancelled; if the run moves on, it stays
 * @param waitingFor what a waiting run waits for
 * @param since the time of the last change of the run's row, by the database's clock
 */
public record IdleRun(
    UUID id,
    String tenant,
    String agent,
    RunStatus status,
    RunRow.Version version,
    Optional<String> waitingFor,
    Instant since) {

  static IdleRun read(ResultSet row) throws SQLException {
    return new IdleRun(
        UUID.fromString(row.getString("id")),
        row.getString("tenant"),
        row.getString("agent"),
        RunStatus.valueOf(row.getString("status")),
        new RunRow.Version(row.getLong("epoch"), row.getLong("last_sequence")),
        Optional.ofNullable(row.getString("waiting_for")),
        row.getTimestamp("updated_at").toInstant());
  }
}
