package dev.reprise.resilience;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.Row;
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
    values.add(open.map(BreakerState.Opening::since));
    values.add(open.map(BreakerState.Opening::until));
    values.add(open.filter(BreakerState.Opening::probing).isPresent());
    values.add(open.map(it -> it.because().code()));
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
  private static Optional<Map.Entry<BreakerKey, BreakerState>> entry(Row row) {
    Optional<BreakerKey.Kind> kind = BreakerKey.Kind.of(row.text("kind"));
    return kind.isPresent()
        ? Optional.of(Map.entry(key(kind.get(), row), state(row)))
        : Optional.empty();
  }

  private static BreakerKey key(BreakerKey.Kind kind, Row row) {
    Optional<String> tenant = Optional.of(row.text("tenant"));
    return new BreakerKey(kind, tenant.filter(name -> !name.equals(ALL_TENANTS)), row.text("name"));
  }

  private static BreakerState state(Row row) {
    return new BreakerState(row.number("version"), row.integer("failures"), opening(row));
  }

  private static Optional<BreakerState.Opening> opening(Row row) {
    return row.optionalInstant("open_since")
        .map(
            since ->
                new BreakerState.Opening(
                    since,
                    row.instant("open_until"),
                    row.flag("probing"),
                    row.optionalText("because")
                        .flatMap(FailureClass::of)
                        .orElse(FailureClass.UNKNOWN)));
  }
}
