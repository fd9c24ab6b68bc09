package dev.reprise.run.retention;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;

/**
 * A run that was erased, but whose data is not yet removed completely.
 *
 * @param at the time at which the run was erased, by the database's clock
 */
public record ErasedRun(UUID run, String tenant, Instant at) {

  static ErasedRun read(ResultSet row) throws SQLException {
    return new ErasedRun(
        UUID.fromString(row.getString("run_id")),
        row.getString("tenant"),
        row.getTimestamp("erased_at").toInstant());
  }
}
