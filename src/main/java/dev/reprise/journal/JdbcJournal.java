package dev.reprise.journal;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * Journals in the table {@code event}, one row an event.
 *
 * <p>An append first moves the run's row on, on condition of its epoch and its end. That one UPDATE
 * is the fence: it holds the row until the commit, so a writer whose epoch went stale writes
 * nothing, and two writers cannot both append behind the same event.
 */
@ApplicationScoped
class JdbcJournal implements Journal {

  private static final String ADVANCE =
      """
      UPDATE run SET last_sequence = ?, updated_at = CURRENT_TIMESTAMP
      WHERE id = ? AND epoch = ? AND last_sequence = ?""";
  private static final String INSERT =
      """
      INSERT INTO event (run_id, sequence, tenant, epoch, type, version, recorded_at, payload, hash)
      VALUES (?, ?, (SELECT tenant FROM run WHERE id = ?), ?, ?, ?, CURRENT_TIMESTAMP, ?, ?)""";
  private static final String READ =
      """
      SELECT sequence, epoch, type, version, recorded_at, payload, hash FROM event
      WHERE run_id = ? AND sequence > ? ORDER BY sequence""";
  private static final String HASH = "SELECT hash FROM event WHERE run_id = ? AND sequence = ?";
  private static final String END = "SELECT last_sequence FROM run WHERE id = ?";

  private final EventCodec codec = new EventCodec();
  private DataSource database;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  JdbcJournal() {}

  @Inject
  JdbcJournal(DataSource database) {
    this.database = database;
  }

  @Override
  @Transactional
  public Position append(UUID run, long epoch, Position head, List<? extends RunEvent> events) {
    try (Connection connection = database.getConnection()) {
      advance(connection, run, epoch, head.sequence(), events.size());
      return insert(connection, run, epoch, head, events);
    } catch (SQLException e) {
      throw new JournalUnavailable("append to", run, e);
    }
  }

  private static void advance(Connection connection, UUID run, long epoch, long from, int count)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ADVANCE)) {
      statement.setLong(1, from + count);
      statement.setString(2, run.toString());
      statement.setLong(3, epoch);
      statement.setLong(4, from);
      if (statement.executeUpdate() == 0) {
        throw new StaleEpoch(run, epoch);
      }
    }
  }

  private Position insert(
      Connection connection, UUID run, long epoch, Position head, List<? extends RunEvent> events)
      throws SQLException {
    Position end = head;
    try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
      for (RunEvent event : events) {
        String type = EventType.of(event).typeName();
        String payload = codec.write(event);
        end = HashChain.next(end, run, epoch, type, EventType.VERSION, payload);
        statement.setString(1, run.toString());
        statement.setLong(2, end.sequence());
        statement.setString(3, run.toString());
        statement.setLong(4, epoch);
        statement.setString(5, type);
        statement.setInt(6, EventType.VERSION);
        statement.setString(7, payload);
        statement.setString(8, end.hash());
        statement.addBatch();
      }
      statement.executeBatch();
    }
    return end;
  }

  @Override
  @Transactional
  public List<Recorded> read(UUID run, Position after, int limit) {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(READ)) {
      statement.setString(1, run.toString());
      statement.setLong(2, after.sequence());
      statement.setMaxRows(limit);
      try (ResultSet rows = statement.executeQuery()) {
        List<Recorded> events = new ArrayList<>();
        Position end = after;
        while (rows.next()) {
          Recorded event = verified(run, end, rows);
          events.add(event);
          end = event.position();
        }
        return events;
      }
    } catch (SQLException e) {
      throw new JournalUnavailable("read", run, e);
    }
  }

  private Recorded verified(UUID run, Position before, ResultSet row) throws SQLException {
    long sequence = row.getLong("sequence");
    if (sequence != before.sequence() + 1) {
      throw new BrokenRecord(run, before.sequence() + 1, "is missing");
    }
    long epoch = row.getLong("epoch");
    String type = row.getString("type");
    int version = row.getInt("version");
    String payload = row.getString("payload");
    Position position = HashChain.next(before, run, epoch, type, version, payload);
    if (!position.hash().equals(row.getString("hash"))) {
      throw new BrokenRecord(run, sequence, "was changed after it was written");
    }
    try {
      RunEvent event = codec.read(type, version, payload);
      return new Recorded(
          position, epoch, type, row.getTimestamp("recorded_at").toInstant(), payload, event);
    } catch (IllegalArgumentException e) {
      throw new BrokenRecord(run, sequence, e);
    }
  }

  @Override
  @Transactional
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

  @Override
  @Transactional
  public Position head(UUID run) {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(END)) {
      statement.setString(1, run.toString());
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) {
          throw new IllegalArgumentException("there is no run " + run);
        }
        return position(run, rows.getLong(1));
      }
    } catch (SQLException e) {
      throw new JournalUnavailable("read", run, e);
    }
  }
}
