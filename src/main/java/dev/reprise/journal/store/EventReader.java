package dev.reprise.journal.store;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.Position;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.Blob;
import dev.reprise.journal.seal.HashChainVerifier;
import dev.reprise.journal.seal.StoredEvent;
import dev.reprise.journal.seal.StoredEvent.Protection;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/** Reads the rows of journals and verifies each of them. Tested by {@code JournalTest}. */
public final class EventReader {

  private static final String READ =
      """
      SELECT %s FROM event
      WHERE run_id = ? AND sequence > ? ORDER BY sequence\
      """
          .formatted(EventTable.COLUMNS);
  private static final String ROW =
      "SELECT %s FROM event WHERE run_id = ? AND sequence = ?".formatted(EventTable.COLUMNS);

  /** A page ends when its payloads reach this size, however few events it has. */
  private static final int PAGE_CHARACTERS = 8 * 1024 * 1024;

  private final DataSource database;
  private final HashChainVerifier check;

  public EventReader(DataSource database, HashChainVerifier check) {
    this.database = database;
    this.check = check;
  }

  /**
   * A verified row.
   *
   * @param content its payload as the row or a blob stores it
   */
  public record Row(StoredEvent event, String content) {}

  /**
   * Returns the rows after a position, in order.
   *
   * @return none only at the end of the journal
   * @throws BrokenRecordException if a row is not as it was written, or is missing
   */
  public List<Row> page(UUID run, Position after, int limit) {
    return page(run, after, limit, PAGE_CHARACTERS);
  }

  /**
   * Reads likewise, but ends the page when the payloads have {@code maxCharacters} characters
   * together.
   */
  List<Row> page(UUID run, Position after, int limit, long maxCharacters) {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(READ)) {
      statement.setString(1, run.toString());
      statement.setLong(2, after.sequence());
      statement.setMaxRows(limit);
      try (ResultSet rows = statement.executeQuery()) {
        return page(connection, rows, after, maxCharacters);
      }
    } catch (SQLException e) {
      throw new JournalUnavailableException("read", run, e);
    }
  }

  private List<Row> page(Connection connection, ResultSet rows, Position after, long maxCharacters)
      throws SQLException {
    List<Row> page = new ArrayList<>();
    Position end = after;
    Optional<Protection> before = Optional.empty();
    for (long characters = 0; characters < maxCharacters && rows.next(); ) {
      StoredEvent event = stored(rows);
      if (before.isEmpty() && end.sequence() > 0 && check.mustKnowPredecessor(event.protection())) {
        before = row(connection, event.run(), end.sequence()).map(StoredEvent::protection);
      }
      check.verify(event, end, before);
      String content = content(connection, event);
      page.add(new Row(event, content));
      characters += content.length();
      end = event.position();
      before = Optional.of(event.protection());
    }
    return page;
  }

  private static StoredEvent stored(ResultSet row) throws SQLException {
    return new StoredEvent(
        new Writer(
            UUID.fromString(row.getString("run_id")),
            row.getString("tenant"),
            row.getLong("epoch")),
        new Position(row.getLong("sequence"), row.getString("hash")),
        row.getString("type"),
        row.getInt("version"),
        row.getTimestamp("recorded_at").toInstant(),
        PayloadColumn.get(row, "payload"),
        new Protection(
            row.getString("seal_key"), row.getString("cipher_key"), row.getString("blob")));
  }

  /** Returns one row, unverified. */
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

  private static String content(Connection connection, StoredEvent event) throws SQLException {
    String address = event.protection().blob();
    if (address.isEmpty()) {
      return event.payload();
    }
    return BlobTable.content(connection, event.tenant(), address)
        .filter(content -> Blob.address(content).equals(address))
        .orElseThrow(
            () ->
                new BrokenRecordException(
                    event.run(),
                    event.sequence(),
                    "has lost its payload, or its payload was changed"));
  }
}
