package dev.reprise.journal;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;

/** Journals in the table {@code event}, one row an event; written by an {@link Appender}. */
@ApplicationScoped
class JdbcJournal implements Journal {

  private static final String READ =
      """
      SELECT sequence, epoch, type, version, recorded_at, payload, hash FROM event
      WHERE run_id = ? AND sequence > ? ORDER BY sequence""";
  private static final String HASH = "SELECT hash FROM event WHERE run_id = ? AND sequence = ?";

  private final EventCodec codec = new EventCodec();
  private DataSource database;
  private Appender appender;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  JdbcJournal() {}

  @Inject
  JdbcJournal(
      DataSource database, StoreHealth health, JournalSettings settings, ThreadFactory threads) {
    this.database = database;
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
    return appender.append(Append.of(codec, writer, head, events, row));
  }

  @Override
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
