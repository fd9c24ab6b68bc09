package dev.reprise.journal.store;

import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Outbox;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.journal.seal.StoredEvent;
import dev.reprise.platform.jdbc.Commit;
import dev.reprise.platform.jdbc.InDoubtException;
import dev.reprise.platform.jdbc.SchemaMigration;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Writes appends of many runs in one transaction, in SQL that Derby and PostgreSQL run alike.
 * Tested by {@code JournalTest}.
 */
public class EventTable {

  static final String COLUMNS =
      "run_id, sequence, tenant, epoch, type, version, recorded_at, payload, hash, seal_key,"
          + " cipher_key, blob";

  private static final String INSERT =
      "INSERT INTO event (%s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)".formatted(COLUMNS);
  private static final String HASH = "SELECT hash FROM event WHERE run_id = ? AND sequence = ?";

  /** From how many characters on rows are sent, because until then they are all in memory. */
  private static final int MAX_CHARACTERS = 8 * 1024 * 1024;

  final DataSource database;
  private final Outbox outbox;
  private final PayloadColumn payloads;

  /** Creates a table on Derby, without an outbox. */
  public EventTable(DataSource database) {
    this(database, Outbox.NONE, PayloadColumn.BYTES);
  }

  EventTable(DataSource database, Outbox outbox, PayloadColumn payloads) {
    this.database = database;
    this.outbox = outbox;
    this.payloads = payloads;
  }

  /** Returns the table for this kind of database, without an outbox. */
  public static EventTable of(DataSource database) {
    return of(database, Outbox.NONE);
  }

  /**
   * Returns the table for this kind of database.
   *
   * @param outbox notes events in the transaction that writes them
   */
  static EventTable of(DataSource database, Outbox outbox) {
    return SchemaMigration.isPostgres(database)
        ? new SingleStatementTable(database, outbox)
        : new EventTable(database, outbox, PayloadColumn.BYTES);
  }

  /**
   * Writes appends, those of one run in their order.
   *
   * @return the appends that their fence refused; all others are durable
   * @throws InDoubtException if the answer to the commit was lost; then all or none are durable
   * @throws SQLException if the database failed otherwise; then none are durable
   */
  public Set<PreparedAppend> write(List<PreparedAppend> appends) throws SQLException {
    keepBlobs(appends);
    Set<PreparedAppend> refused = Collections.newSetFromMap(new IdentityHashMap<>());
    writeRounds(AppendBatch.rounds(appends)).forEach(batch -> refused.addAll(batch.appends()));
    return refused;
  }

  private void keepBlobs(List<PreparedAppend> appends) throws SQLException {
    for (PreparedAppend append : appends) {
      for (PreparedAppend.Entry entry : append.entries()) {
        if (entry.blob().isPresent()) {
          try (Connection connection = database.getConnection()) {
            BlobTable.keep(connection, append.writer().tenant(), entry.blob().get(), payloads);
          }
        }
      }
    }
  }

  /** Writes batches in one transaction, round by round, and returns the refused ones. */
  List<AppendBatch> writeRounds(List<List<AppendBatch>> rounds) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        List<AppendBatch> accepted = new ArrayList<>();
        List<AppendBatch> refused = new ArrayList<>();
        for (List<AppendBatch> round : rounds) {
          changeRows(connection, round, accepted, refused);
        }
        changeOthers(connection, accepted);
        insert(connection, accepted);
        note(connection, accepted);
        Commit.transaction(connection);
        return refused;
      } catch (SQLException | RuntimeException e) {
        Commit.rollBack(connection, e);
        throw e;
      }
    }
  }

  /** Returns whether an append is in the database, though its commit was not confirmed. */
  boolean contains(PreparedAppend append) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(HASH)) {
      statement.setString(1, append.writer().run().toString());
      statement.setLong(2, append.end().sequence());
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() && rows.getString(1).equals(append.end().hash());
      }
    }
  }

  private static void changeRows(
      Connection connection,
      List<AppendBatch> round,
      List<AppendBatch> accepted,
      List<AppendBatch> refused)
      throws SQLException {
    Map<String, List<AppendBatch>> bySql =
        round.stream()
            .collect(
                Collectors.groupingBy(AppendBatch::sql, LinkedHashMap::new, Collectors.toList()));
    for (Map.Entry<String, List<AppendBatch>> alike : bySql.entrySet()) {
      List<FencedUpdate> rows = alike.getValue().stream().map(AppendBatch::row).toList();
      int[] changed = changeAlike(connection, alike.getKey(), rows);
      for (int i = 0; i < changed.length; i++) {
        (changed[i] == 0 ? refused : accepted).add(alike.getValue().get(i));
      }
    }
  }

  private static void changeOthers(Connection connection, List<AppendBatch> accepted)
      throws SQLException {
    List<FencedUpdate> changes = new ArrayList<>(0); // only few appends have any
    accepted.forEach(batch -> changes.addAll(batch.companions()));
    if (changes.isEmpty()) {
      return;
    }
    Map<String, List<FencedUpdate>> bySql =
        changes.stream()
            .collect(
                Collectors.groupingBy(FencedUpdate::sql, LinkedHashMap::new, Collectors.toList()));
    for (Map.Entry<String, List<FencedUpdate>> alike : bySql.entrySet()) {
      changeAlike(connection, alike.getKey(), alike.getValue());
    }
  }

  private static int[] changeAlike(Connection connection, String sql, List<FencedUpdate> changes)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (FencedUpdate change : changes) {
        int index = 1;
        for (Object parameter : change.parameters()) {
          statement.setObject(index++, parameter);
        }
        statement.addBatch();
      }
      return statement.executeBatch();
    }
  }

  private void insert(Connection connection, List<AppendBatch> batches) throws SQLException {
    if (batches.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
      long characters = 0;
      for (AppendBatch batch : batches) {
        for (PreparedAppend.Entry entry : batch.entries()) {
          StoredEvent row = entry.row();
          statement.setString(1, row.run().toString());
          statement.setLong(2, row.sequence());
          statement.setString(3, row.tenant());
          statement.setLong(4, row.epoch());
          fill(statement, 5, row);
          statement.addBatch();
          characters += row.payload().length();
          if (characters > MAX_CHARACTERS) {
            statement.executeBatch();
            characters = 0;
          }
        }
      }
      statement.executeBatch();
    }
  }

  /** Returns whether the outbox takes an event of a batch. */
  boolean isNoted(AppendBatch batch) {
    // the events of an import are decoded when they are read, so they are not even looked at
    return outbox != Outbox.NONE
        && batch.appends().stream()
            .anyMatch(append -> append.events().stream().anyMatch(outbox::takes));
  }

  private void note(Connection connection, List<AppendBatch> batches) throws SQLException {
    for (AppendBatch batch : batches) {
      if (isNoted(batch)) {
        for (PreparedAppend append : batch.appends()) {
          note(connection, append);
        }
      }
    }
  }

  private void note(Connection connection, PreparedAppend append) throws SQLException {
    long sequence = append.start();
    for (RunEvent event : append.events()) {
      if (outbox.takes(event)) {
        outbox.put(connection, append.writer(), sequence, event);
      }
      sequence++;
    }
  }

  /** Fills in the eight columns of an event's row after run, sequence, tenant and epoch. */
  void fill(PreparedStatement statement, int first, StoredEvent row) throws SQLException {
    int index = first;
    statement.setString(index++, row.type());
    statement.setInt(index++, row.version());
    statement.setTimestamp(index++, Timestamp.from(row.at()));
    payloads.set(statement, index++, row.payload());
    statement.setString(index++, row.hash());
    statement.setString(index++, row.protection().sealKey());
    statement.setString(index++, row.protection().cipherKey());
    statement.setString(index, row.protection().blob());
  }
}
