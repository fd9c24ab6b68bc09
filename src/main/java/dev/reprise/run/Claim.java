package dev.reprise.run;

import dev.reprise.journal.Writer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/**
 * The right to carry a run on: its epoch is in every write, and the database refuses a stale one.
 *
 * @param epoch the fencing token, higher at every claim
 */
public record Claim(UUID run, String tenant, long epoch) {

  /** Returns the claim as the journal wants to know it. */
  public Writer writer() {
    return new Writer(run, tenant, epoch);
  }

  public static Claim read(ResultSet row) throws SQLException {
    return new Claim(
        UUID.fromString(row.getString("id")), row.getString("tenant"), row.getLong("epoch"));
  }
}
