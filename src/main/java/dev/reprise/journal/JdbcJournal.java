package dev.reprise.journal;

import dev.reprise.journal.StoredEvent.Protection;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;

/** Journals in the table {@code event}, one row an event; written by an {@link Appender}. */
@ApplicationScoped
class JdbcJournal implements Journal {

  private static final String READ =
      """
      SELECT %s FROM event
      WHERE run_id = ? AND sequence > ? ORDER BY sequence"""
          .formatted(EventTable.COLUMNS);
  private static final String ROW =
      "SELECT %s FROM event WHERE run_id = ? AND sequence = ?".formatted(EventTable.COLUMNS);

  /** A page that holds so much holds no more events, however few they are. */
  private static final int PAGE_CHARACTERS = 8 * 1024 * 1024;

  private static final String HASH = "SELECT hash FROM event WHERE run_id = ? AND sequence = ?";

  private DataSource database;
  private Recorder recorder;
  private Appender appender;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  JdbcJournal() {}

  @Inject
  JdbcJournal(
      DataSource database,
      Recorder recorder,
      StoreHealth health,
      JournalSettings settings,
      ThreadFactory threads) {
    this.database = database;
    this.recorder = recorder;
    this.appender = new Appender(EventTable.of(database), health, settings.patience());
    threads.newThread(appender).start();
  }

  @PreDestroy
  void close() {
    appender.close();
  }

  @Override
  public Appended append(
      Writer writer, Position head, List<? extends RunEvent> events, RowChange row) {
    return appender.append(Append.of(recorder, writer, head, events, row));
  }

  @Override
  public List<Recorded> read(UUID run, Position after, int limit) {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(READ)) {
      statement.setString(1, run.toString());
      statement.setLong(2, after.sequence());
      statement.setMaxRows(limit);
      try (ResultSet rows = statement.executeQuery()) {
        return page(connection, rows, after);
      }
    } catch (SQLException e) {
      throw new JournalUnavailable("read", run, e);
    }
  }

  private List<Recorded> page(Connection connection, ResultSet rows, Position after)
      throws SQLException {
    List<Recorded> events = new ArrayList<>();
    Position end = after;
    Optional<Protection> before = Optional.empty();
    for (long characters = 0; characters < PAGE_CHARACTERS && rows.next(); ) {
      StoredEvent row = stored(rows);
      if (before.isEmpty()
          && end.sequence() > 0
          && recorder.mustKnowPredecessor(row.protection())) {
        before = row(connection, row.run(), end.sequence()).map(StoredEvent::protection);
      }
      recorder.verify(row, end, before);
      Recorded event = recorder.read(row, content(connection, row));
      events.add(event);
      characters += event.payload().length();
      end = event.position();
      before = Optional.of(row.protection());
    }
    return events;
  }

  private static StoredEvent stored(ResultSet row) throws SQLException {
    return new StoredEvent(
        UUID.fromString(row.getString("run_id")),
        row.getString("tenant"),
        row.getLong("sequence"),
        row.getLong("epoch"),
        row.getString("type"),
        row.getInt("version"),
        row.getTimestamp("recorded_at").toInstant(),
        row.getString("payload"),
        new Protection(
            row.getInt("form"),
            row.getString("seal_key"),
            row.getString("cipher_key"),
            row.getString("blob")),
        row.getString("hash"));
  }

  static Optional<StoredEvent> row(Connection connection, UUID run, long sequence)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ROW)) {
      statement.setString(1, run.toString());
      statement.setLong(2, sequence);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(stored(rows)) : Optional.empty();
      }
    }
  }

  private static String content(Connection connection, StoredEvent row) throws SQLException {
    String address = row.protection().blob();
    if (address.isEmpty()) {
      return row.payload();
    }
    return BlobTable.content(connection, row.tenant(), address)
        .filter(content -> BlobTable.address(content).equals(address))
        .orElseThrow(
            () ->
                new BrokenRecord(
                    row.run(), row.sequence(), "has lost its payload, or that was changed"));
  }

  @Override
  public Position position(UUID run, long sequence) {
    if (sequence == 0) {
      return Position.START;
    }
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(HASH)) {
      statement.setString(1, run.toString());
      statement.setLong(2, sequence);
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) {
          throw new IllegalArgumentException(
              "the journal of run %s has no event %d".formatted(run, sequence));
        }
        return new Position(sequence, rows.getString(1));
      }
    } catch (SQLException e) {
      throw new JournalUnavailable("read", run, e);
    }
  }
}
