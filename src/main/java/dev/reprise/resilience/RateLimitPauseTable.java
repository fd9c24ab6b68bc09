package dev.reprise.resilience;

import dev.reprise.platform.jdbc.SqlErrors;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;

/**
 * The pauses of quotas in the database, for all servers that share it and for later starts. Times
 * are those of the servers' clocks.
 */
public final class RateLimitPauseTable {

  private static final String LENGTHEN =
      """
      UPDATE quota_pause SET paused_until = ?
      WHERE tenant = ? AND provider = ? AND model = ? AND paused_until < ?\
      """;

  private static final String INSERT =
      "INSERT INTO quota_pause (paused_until, tenant, provider, model) VALUES (?, ?, ?, ?)";

  private static final String RESUME =
      """
      DELETE FROM quota_pause
      WHERE tenant = ? AND provider = ? AND model = ? AND paused_until > ?\
      """;

  private static final String PAUSED =
      "SELECT tenant, provider, model, paused_until FROM quota_pause WHERE paused_until > ?";

  private final DataSource database;

  public RateLimitPauseTable(DataSource database) {
    this.database = database;
  }

  /** Writes a pause, unless a longer one is stored. */
  public void pause(Quota quota, Instant until) throws SQLException {
    try (Connection connection = database.getConnection()) {
      // A server that inserts the same row meanwhile may have a shorter pause: ours lengthens it.
      if (!lengthen(connection, quota, until) && !insert(connection, quota, until)) {
        lengthen(connection, quota, until);
      }
    }
  }

  private static boolean lengthen(Connection connection, Quota quota, Instant until)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LENGTHEN)) {
      fill(statement, quota, until);
      statement.setTimestamp(5, Timestamp.from(until));
      return statement.executeUpdate() > 0;
    }
  }

  private static boolean insert(Connection connection, Quota quota, Instant until)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
      fill(statement, quota, until);
      return statement.executeUpdate() > 0;
    } catch (SQLException e) {
      if (SqlErrors.isDuplicateKey(e)) {
        return false;
      }
      throw e;
    }
  }

  private static void fill(PreparedStatement statement, Quota quota, Instant until)
      throws SQLException {
    statement.setTimestamp(1, Timestamp.from(until));
    statement.setString(2, quota.tenant());
    statement.setString(3, quota.provider());
    statement.setString(4, quota.model());
  }

  /** Ends a pause; returns whether there was one at this time. */
  public boolean resume(Quota quota, Instant now) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(RESUME)) {
      statement.setString(1, quota.tenant());
      statement.setString(2, quota.provider());
      statement.setString(3, quota.model());
      statement.setTimestamp(4, Timestamp.from(now));
      return statement.executeUpdate() > 0;
    }
  }

  /** Returns all quotas that are paused at this time, and the end of each pause. */
  public Map<Quota, Instant> pausedAt(Instant now) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(PAUSED)) {
      statement.setTimestamp(1, Timestamp.from(now));
      try (ResultSet rows = statement.executeQuery()) {
        Map<Quota, Instant> paused = new HashMap<>();
        while (rows.next()) {
          paused.put(
              new Quota(
                  rows.getString("provider"), rows.getString("model"), rows.getString("tenant")),
              rows.getTimestamp("paused_until").toInstant());
        }
        return paused;
      }
    }
  }
}
