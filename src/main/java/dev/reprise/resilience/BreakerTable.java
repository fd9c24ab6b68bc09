package dev.reprise.resilience;

import dev.reprise.platform.jdbc.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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

  private final Database database;

  public BreakerTable(Database database) {
    this.database = database;
  }

  /** Writes a breaker's state; returns whether it is later than the stored one. */
  public boolean write(BreakerKey key, BreakerState state) {
    // A server that inserts the same row meanwhile may have an earlier version: ours replaces it.
    return update(key, state)
        || database.insertIfAbsent(INSERT, values(key, state).toArray())
        || update(key, state);
  }

  private boolean update(BreakerKey key, BreakerState state) {
    List<@Nullable Object> values = values(key, state);
    values.add(state.version());
    return database.moves(UPDATE, values.toArray());
  }

  private static List<@Nullable Object> values(BreakerKey key, BreakerState state) {
    Optional<BreakerState.Opening> open = state.opening();
    List<@Nullable Object> values = new ArrayList<>();
    values.add(state.version());
    values.add(state.failures());
    values.add(open.map(it -> Timestamp.from(it.since())).orElse(null));
    values.add(open.map(it -> Timestamp.from(it.until())).orElse(null));
    values.add(open.filter(BreakerState.Opening::probing).isPresent());
    values.add(open.map(it -> it.because().code()).orElse(null));
    values.addAll(values(key));
    return values;
  }

  private static List<String> values(BreakerKey key) {
    return List.of(key.kind().code(), key.tenant().orElse(ALL_TENANTS), key.name());
  }

  /**
   * Closes a breaker in any state.
   *
   * @return its state now
   */
  public BreakerState reset(BreakerKey key) {
    while (true) {
      BreakerState closed = find(key).orElse(BreakerState.CLOSED).closed();
      if (write(key, closed)) {
        return closed;
      }
    }
  }

  /** Returns the stored state of a breaker, if there is one. */
  public Optional<BreakerState> find(BreakerKey key) {
    return database.first(ONE, BreakerTable::state, values(key).toArray());
  }

  /** Returns the stored states of all breakers. */
  public SortedMap<BreakerKey, BreakerState> all() {
    SortedMap<BreakerKey, BreakerState> all = new TreeMap<>();
    database
        .rows(ALL, BreakerTable::entry)
        .forEach(row -> row.ifPresent(it -> all.put(it.getKey(), it.getValue())));
    return all;
  }

  /** Returns empty for a kind of a later version, if its server wrote the row. */
  private static Optional<Map.Entry<BreakerKey, BreakerState>> entry(ResultSet row)
      throws SQLException {
    Optional<BreakerKey.Kind> kind = BreakerKey.Kind.of(row.getString("kind"));
    return kind.isPresent()
        ? Optional.of(Map.entry(key(kind.get(), row), state(row)))
        : Optional.empty();
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
