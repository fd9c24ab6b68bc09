package dev.reprise.resilience;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

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
  private static final String KEY = "kind = ? AND tenant = ? AND name = ?";
  private static final String ONE = ALL + " WHERE " + KEY;

  private final Database database;

  public BreakerTable(Database database) {
    this.database = database;
  }

  /** Writes a breaker's state; returns whether it is later than the stored one. */
  public boolean write(BreakerKey key, BreakerState state) {
    // A server that inserts the same row meanwhile may have an earlier version: ours replaces it.
    return update(key, state)
        || database.insertIfAbsent(
            values(state)
                .set("kind", key.kind().code())
                .set("tenant", tenant(key))
                .set("name", key.name()))
        || update(key, state);
  }

  private boolean update(BreakerKey key, BreakerState state) {
    return database.moves(
        values(state),
        KEY + " AND version < ?",
        key.kind().code(),
        tenant(key),
        key.name(),
        state.version());
  }

  private static RowValues values(BreakerState state) {
    Optional<BreakerState.Opening> open = state.opening();
    return RowValues.of("breaker")
        .set("version", state.version())
        .set("failures", state.failures())
        .set("open_since", open.map(BreakerState.Opening::since))
        .set("open_until", open.map(BreakerState.Opening::until))
        .set("probing", open.filter(BreakerState.Opening::probing).isPresent())
        .set("because", open.map(it -> it.because().code()));
  }

  private static String tenant(BreakerKey key) {
    return key.tenant().orElse(ALL_TENANTS);
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
    return database.first(ONE, BreakerTable::state, key.kind().code(), tenant(key), key.name());
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
