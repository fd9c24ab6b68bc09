package dev.reprise.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** Writes appends of many runs in one transaction, in SQL that every database runs. */
class EventTable {

  static final String COLUMNS =
      "run_id, sequence, tenant, epoch, type, version, recorded_at, payload, hash";

  private static final String INSERT =
      "INSERT INTO event (%s) VALUES (?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP, ?, ?)"
          .formatted(COLUMNS);
  private static final String HASH = "SELECT hash FROM event WHERE run_id = ? AND sequence = ?";

  final DataSource database;

  EventTable(DataSource database) {
    this.database = database;
  }

  /** Returns the way to write to this database. */
  static EventTable of(DataSource database) {
    try (Connection connection = database.getConnection()) {
      String product = connection.getMetaData().getDatabaseProductName();
      return product.equals("PostgreSQL")
          ? new SingleStatementTable(database)
          : new EventTable(database);
    } catch (SQLException e) {
      throw new IllegalStateException("the database of the journal cannot be reached", e);
    }
  }

  /**
   * Writes appends, those of one run in their order.
   *
   * @return those whose fence refused them; all others are durable
   * @throws SQLException if the database failed; then all or none are durable
   */
  Set<Append> write(List<Append> appends) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        Set<Append> refused = changeRows(connection, appends);
        insert(connection, appends.stream().filter(append -> !refused.contains(append)).toList());
        connection.commit();
        return refused;
      } catch (SQLException | RuntimeException e) {
        rollBack(connection, e);
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    }
  }

  /** Returns whether an append is in the database although its commit was not confirmed. */
  boolean contains(Append append) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(HASH)) {
      statement.setString(1, append.writer().run().toString());
      statement.setLong(2, append.end().sequence());
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() && rows.getString(1).equals(append.end().hash());
      }
    }
  }

  /** Returns those whose row was not changed. */
  private static Set<Append> changeRows(Connection connection, List<Append> appends)
      throws SQLException {
    Set<Append> refused = Collections.newSetFromMap(new IdentityHashMap<>());
    for (List<Append> round : rounds(appends)) {
      Map<String, List<Append>> bySql =
          round.stream()
              .collect(
                  Collectors.groupingBy(
                      append -> append.row().sql(), LinkedHashMap::new, Collectors.toList()));
      for (Map.Entry<String, List<Append>> alike : bySql.entrySet()) {
        changeAlike(connection, alike.getKey(), alike.getValue(), refused);
      }
    }
    return refused;
  }

  /** Returns the first append of each run, then the second of each, and so on. */
  private static List<List<Append>> rounds(List<Append> appends) {
    Map<UUID, Queue<Append>> byRun = new LinkedHashMap<>();
    for (Append append : appends) {
      byRun.computeIfAbsent(append.writer().run(), run -> new ArrayDeque<>()).add(append);
    }
    List<List<Append>> rounds = new ArrayList<>();
    Collection<Queue<Append>> left = byRun.values();
    while (!left.isEmpty()) {
      rounds.add(left.stream().map(Queue::remove).toList());
      left.removeIf(Queue::isEmpty);
    }
    return rounds;
  }

  private static void changeAlike(
      Connection connection, String sql, List<Append> appends, Set<Append> refused)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (Append append : appends) {
        int index = 1;
        for (Object parameter : append.row().parameters()) {
          statement.setObject(index++, parameter);
        }
        statement.addBatch();
      }
      int[] changed = statement.executeBatch();
      for (int i = 0; i < changed.length; i++) {
        if (changed[i] == 0) {
          refused.add(appends.get(i));
        }
      }
    }
  }

  private static void insert(Connection connection, List<Append> appends) throws SQLException {
    if (appends.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
      for (Append append : appends) {
        for (Append.Entry entry : append.entries()) {
          statement.setString(1, append.writer().run().toString());
          statement.setLong(2, entry.position().sequence());
          statement.setString(3, append.writer().tenant());
          statement.setLong(4, append.writer().epoch());
          statement.setString(5, entry.type());
          statement.setInt(6, EventType.VERSION);
          statement.setString(7, entry.payload());
          statement.setString(8, entry.position().hash());
          statement.addBatch();
        }
      }
      statement.executeBatch();
    }
  }

  private static void rollBack(Connection connection, Exception reason) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      reason.addSuppressed(e); // the connection is gone, and the transaction with it
    }
  }
}
