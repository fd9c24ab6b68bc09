package dev.reprise.journal.store;

import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.JournalSettings;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.Outbox;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StoreHealth;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.telemetry.Telemetry;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;

/**
 * Journals in the table {@code event}, one row per event, written by an {@link Appender}. Tested by
 * {@code JournalTest}.
 */
@ApplicationScoped
@Typed(JdbcJournal.class) // an injected Journal is the RoutingJournal
public class JdbcJournal implements Journal {

  private static final String HASH = "SELECT hash FROM event WHERE run_id = ? AND sequence = ?";

  private final DataSource database;
  private final EventEncoder recorder;
  private final EventReader reader;
  private final Appender appender;
  private final boolean required;

  @Inject
  public JdbcJournal(
      DataSource database,
      EventEncoder recorder,
      StoreHealth health,
      Telemetry telemetry,
      JournalSettings settings,
      ThreadFactory threads,
      Outbox outbox) {
    this.database = database;
    this.recorder = recorder;
    this.reader = new EventReader(database, recorder.check());
    this.appender =
        new Appender(
            EventTable.of(database, outbox),
            health,
            telemetry,
            settings.maxOutage,
            settings.linger);
    this.required = settings.isRequired();
    threads.newThread(appender).start();
  }

  @PreDestroy
  public void close() {
    appender.close();
  }

  @Override
  public PendingAppend append(
      Writer writer, Position head, List<? extends RunEvent> events, FencedUpdate row) {
    return appender.append(PreparedAppend.of(recorder, writer, head, events, row));
  }

  @Override
  public boolean isRequired() {
    return required;
  }

  @Override
  public List<RecordedEvent> read(UUID run, Position after, int limit) {
    return events(reader.page(run, after, limit));
  }

  @Override
  public List<RecordedEvent> read(UUID run, Position after, int limit, long characters) {
    return events(reader.page(run, after, limit, characters));
  }

  private List<RecordedEvent> events(List<EventReader.Row> page) {
    return page.stream().map(row -> recorder.read(row.event(), row.content())).toList();
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
      throw new JournalUnavailableException("read", run, e);
    }
  }
}
