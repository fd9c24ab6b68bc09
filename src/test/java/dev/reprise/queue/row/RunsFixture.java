package dev.reprise.queue.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.Outbox;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.Waits;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.ClaimResult;
import dev.reprise.queue.Claims;
import dev.reprise.queue.ExpiredLeases;
import dev.reprise.queue.FairShareSettings;
import dev.reprise.queue.QueueLimit;
import dev.reprise.queue.QueueReservations;
import dev.reprise.queue.QueueSignal;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.StopSignal;
import dev.reprise.queue.inbox.MessageInbox;
import dev.reprise.queue.inbox.MessageSignal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * A queue in a database that is emptied before each test, with runs in the states that tests of
 * several packages begin with.
 */
public abstract class RunsFixture {

  protected static final Duration LEASE = Duration.ofSeconds(30);
  protected static final String HERE = "here#1";
  protected static final String THERE = "there#1";
  protected static final String KEY = "k1=" + "A".repeat(43) + "=";

  protected final AtomicInteger signals = new AtomicInteger();
  protected final MessageSignal posted = new MessageSignal();
  protected Journal journal;
  protected MessageInbox messages;
  protected Database table;
  protected ReasonEncryption reasons;
  protected UnclaimedRuns unclaimed;
  protected RunQueue queue;
  protected QueueLimit limit;
  protected QueueSignal due;
  protected StopSignal stops;
  protected Claims claims;
  protected ExpiredLeases lost;
  private TestDatabases.OpenJournal opened;

  protected DataSource database() {
    return TestDatabases.current();
  }

  /** Returns the outbox of the journal; it takes nothing unless a test overrides this. */
  protected Outbox outbox() {
    return Outbox.NONE;
  }

  /** Returns how long an append that no thread waits for may stay pending. */
  protected Duration linger() {
    return Duration.ofMillis(2);
  }

  /**
   * Waits, because rows of the same millisecond are in the order of their ids, which are random.
   */
  protected static void awaitTimeAfter(Instant moment) {
    while (!Instant.now().isAfter(moment.plusMillis(1))) {
      Thread.onSpinWait();
    }
  }

  @BeforeEach
  void aQueueWithNothingInIt() throws SQLException {
    execute("DELETE FROM run_decision");
    execute("DELETE FROM run_message");
    execute("DELETE FROM webhook_delivery");
    execute("DELETE FROM event");
    execute("DELETE FROM run");
    opened = TestDatabases.journal(database(), outbox(), linger());
    journal = opened.journal();
    table = new Database(database());
    due = new QueueSignal();
    due.listen(signals::incrementAndGet);
    stops = new StopSignal();
    var texts = new TextEncryption(KeySource.of(KeyRing.EMPTY));
    reasons = new ReasonEncryption(texts, Redaction.none());
    unclaimed = new UnclaimedRuns(table, journal, reasons);
    limit = new QueueLimit(10_000, table, Clock.systemUTC());
    var reservations = new QueueReservations(table, new FairShareSettings(), Clock.systemUTC());
    queue = new RunQueue(table, unclaimed, journal, due, stops, reasons, reservations, limit);
    claims = new Claims(table, unclaimed, journal, reasons, Clock.systemUTC());
    lost = new ExpiredLeases(table);
    messages = new MessageInbox(table, posted, texts, Redaction.none(), reasons);
  }

  @AfterEach
  void close() {
    opened.close();
  }

  protected UUID queued() {
    UUID id = UUID.randomUUID();
    queue.add(new NewRun(id, "default", "surveyor", "v", new JsonValue("{}"), "workspace", "ana"));
    return id;
  }

  protected UUID waiting(Instant until) {
    UUID run = queued();
    releaseToWait(admitted(run, HERE), until);
    return run;
  }

  protected void releaseToWait(ClaimResult.Admitted admitted, Instant until) {
    claims
        .release(
            admitted.claim(), admitted.head(), Waits.of("timer", "for a while", Optional.of(until)))
        .await();
  }

  protected ClaimResult.Admitted admitted(UUID run, String owner) {
    return (ClaimResult.Admitted) claims.claim(run, owner, LEASE, Optional.of(1L));
  }

  protected static ControlEvent.Paused paused(String by) {
    return new ControlEvent.Paused(by, Optional.of("the audit"), Instant.EPOCH);
  }

  protected static ControlEvent.Resumed resumed() {
    return new ControlEvent.Resumed("ana", Optional.empty(), Instant.EPOCH);
  }

  protected RunRow row(UUID run) {
    return table.rows(RunSql.ROW, RunRow::read, run).getFirst();
  }

  protected List<String> events(UUID run) {
    return journal.read(run, Position.START, 50).stream().map(RecordedEvent::type).toList();
  }

  /** Returns what a column of the run's row contains. */
  protected Optional<String> text(String column, UUID run) throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement statement =
            connection.prepareStatement("SELECT " + column + " FROM run WHERE id = ?")) {
      statement.setString(1, run.toString());
      try (ResultSet row = statement.executeQuery()) {
        assertThat(row.next()).isTrue();
        return Optional.ofNullable(row.getString(1));
      }
    }
  }

  /** A lease that ends in the millisecond in which a server looks at it is not over. */
  protected void letLeaseRunOut(UUID run) throws SQLException {
    execute(
        "UPDATE run SET lease_until = %s WHERE id = ?"
            .formatted(RunSql.fromNow(Duration.ofSeconds(-1))),
        run);
  }

  protected void execute(String sql, UUID... run) throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (UUID id : run) {
        statement.setString(1, id.toString());
      }
      statement.executeUpdate();
    }
  }
}
