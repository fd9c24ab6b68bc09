package dev.reprise.resilience;

import dev.reprise.platform.jdbc.SqlErrors;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * Breakers in the database, for all servers that share it and for later starts: one row for each
 * breaker that has ever opened or been reset. Times are those of the servers' clocks.
 *
 * <p>Of two states of a breaker the one with the higher version wins, and of two with the same
 * version the first. So if several servers want to probe at once, only one does.
 */
public final class BreakerTable {

  /** The stored tenant of a breaker that covers all tenants. */
  private static final String ALL_TENANTS = "";

  private static final String ALL = "SELECT * FROM breaker";
  private static final String ONE = ALL + " WHERE kind = ? AND tenant = ? AND name = ?";

  private static final String UPDATE =
      """
      UPDATE breaker
      SET version = ?, failures = ?, open_since = ?, open_until = ?, probing = ?, because = ?
      WHERE kind = ? AND tenant = ? AND name = ? AND version < ?\
      """;

  private static final String INSERT =
      """
      INSERT INTO breaker
        (version, failures, open_since, open_until, probing, because, kind, tenant,
         name)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private final DataSource database;

  public BreakerTable(DataSource database) {
    this.database = database;
  }

  /** Writes a breaker's state; returns whether it is later than the stored one. */
  public boolean write(BreakerKey key, BreakerState state) throws SQLException {
    try (Connection connection = database.getConnection()) {
      // A server that inserts the same row meanwhile may have an earlier version: ours replaces it.
      return update(connection, key, state)
          || insert(connection, key, state)
          || update(connection, key, state);
    }
  }

  /**
   * Closes a breaker in any state.
   *
   * @return its state now
   */
  public BreakerState reset(BreakerKey key) throws SQLException {
    while (true) {
      BreakerState closed = find(key).orElse(BreakerState.CLOSED).closed();
      if (write(key, closed)) {
        return closed;
      }
    }
  }

  private static boolean update(Connection connection, BreakerKey key, BreakerState state)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(UPDATE)) {
      fill(statement, key, state);
      statement.setLong(10, state.version());
      return statement.executeUpdate() > 0;
    }
  }

  private static boolean insert(Connection connection, BreakerKey key, BreakerState state)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
      fill(statement, key, state);
      return statement.executeUpdate() > 0;
    } catch (SQLException e) {
      if (SqlErrors.isDuplicateKey(e)) {
        return false;
      }
      throw e;
    }
  }

  private static void fill(PreparedStatement statement, BreakerKey key, BreakerState state)
      throws SQLException {
    statement.setLong(1, state.version());
    statement.setInt(2, state.failures());
    if (state.opening().isPresent()) {
      BreakerState.Opening open = state.opening().get();
      statement.setTimestamp(3, Timestamp.from(open.since()));
      statement.setTimestamp(4, Timestamp.from(open.until()));
      statement.setBoolean(5, open.probing());
      statement.setString(6, open.because().code());
    } else {
      statement.setNull(3, Types.TIMESTAMP);
      statement.setNull(4, Types.TIMESTAMP);
      statement.setBoolean(5, false);
      statement.setNull(6, Types.VARCHAR);
    }
    fill(statement, 7, key);
  }

  private static void fill(PreparedStatement statement, int from, BreakerKey key)
      throws SQLException {
    statement.setString(from, key.kind().code());
    statement.setString(from + 1, key.tenant().orElse(ALL_TENANTS));
    statement.setString(from + 2, key.name());
  }

  /** Returns the stored state of a breaker, if there is one. */
  public Optional<BreakerState> find(BreakerKey key) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(ONE)) {
      fill(statement, 1, key);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(state(rows)) : Optional.empty();
      }
    }
  }

  /** Returns the stored states of all breakers. */
  public SortedMap<BreakerKey, BreakerState> all() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(ALL);
        ResultSet rows = statement.executeQuery()) {
      SortedMap<BreakerKey, BreakerState> all = new TreeMap<>();
      while (rows.next()) {
        Optional<BreakerKey.Kind> kind = BreakerKey.Kind.of(rows.getString("kind"));
        if (kind.isPresent()) { // else a later version of this server wrote it
          all.put(key(kind.get(), rows), state(rows));
        }
      }
      return all;
    }
  }

  private static BreakerKey key(BreakerKey.Kind kind, ResultSet row) throws SQLException {
    Optional<String> tenant = Optional.of(row.getString("tenant"));
    return new BreakerKey(
        kind, tenant.filter(name -> !name.equals(ALL_TENANTS)), row.getString("name"));
  }

  private static BreakerState state(ResultSet row) throws SQLException {
    return new BreakerState(row.getLong("version"), row.getInt("failures"), opening(row));
  }

  private static Optional<BreakerState.Opening> opening(ResultSet row) throws SQLException {
    Timestamp since = row.getTimestamp("open_since");
    if (since == null) {
      return Optional.empty();
    }
    Instant until = row.getTimestamp("open_until").toInstant();
    FailureClass because = FailureClass.of(row.getString("because")).orElse(FailureClass.UNKNOWN);
    return Optional.of(
        new BreakerState.Opening(since.toInstant(), until, row.getBoolean("probing"), because));
  }
}
