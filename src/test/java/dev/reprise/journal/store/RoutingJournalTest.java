package dev.reprise.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.JournalSettings;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Outbox;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.journal.StoreHealth;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.Recorders;
import dev.reprise.telemetry.Telemetry;
import dev.reprise.telemetry.sdk.MeasuredTelemetry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A journal in memory has the guarantees of one in the database, except for durability. */
class RoutingJournalTest {

  private static final RunEvent FIRST =
      Submissions.of("surveyor", "v", new JsonValue("{\"a\":1}"), "here", "ana");
  private static final RunEvent SECOND = new PhaseEvent.Completed("survey", "x".repeat(100_000));
  private static final RunEvent THIRD = new PhaseEvent.Completed("report", "✓ {{x}}");

  private final DataSource database = TestDatabases.derby();
  private final UUID run = UUID.randomUUID();
  private final Writer writer = new Writer(run, "default", 0);
  private TestDatabases.OpenJournal opened;
  private Journal journal;

  @BeforeEach
  void aRunInMemory() {
    opened = TestDatabases.journal(database);
    journal = opened.journal();
    journal.keepInMemory(run);
  }

  @AfterEach
  void close() {
    opened.close();
  }

  @Test
  void readsAppendedEventsInOrderAndPageByPage() throws SQLException {
    Position end = begun();
    PendingAppend appended = journal.append(writer, end, List.of(SECOND, THIRD));

    assertThat(appended.durable()).isCompletedWithValue(0);
    List<RecordedEvent> page = journal.read(run, Position.START, 2);
    assertThat(page).extracting(RecordedEvent::event).containsExactly(FIRST, SECOND);
    assertThat(journal.read(run, page.getLast().position(), 2))
        .extracting(RecordedEvent::event)
        .containsExactly(THIRD);
    assertThat(journal.read(run, appended.end(), 2)).isEmpty();
    assertThat(journal.position(run, 0)).isEqualTo(Position.START);
    assertThat(journal.position(run, 3)).isEqualTo(appended.end()).isEqualTo(end());
    assertThatThrownBy(() -> journal.position(run, 4)).isInstanceOf(IllegalArgumentException.class);
    assertThat(eventsInDatabase()).isZero();
  }

  @Test
  void refusesAWriterWithAnOlderEpochOrAnotherEnd() {
    Position head = begun();
    var next = new Writer(run, "default", 1);

    Position end = journal.append(next, head, List.of(SECOND)).await();

    assertThatThrownBy(() -> journal.append(writer, end, List.of(THIRD)).await())
        .isInstanceOf(StaleEpochException.class);
    assertThatThrownBy(() -> journal.append(next, head, List.of(THIRD)).await())
        .isInstanceOf(StaleEpochException.class);
    var forged = new Position(end.sequence(), "0".repeat(64));
    assertThatThrownBy(() -> journal.append(next, forged, List.of(THIRD)).await())
        .isInstanceOf(StaleEpochException.class);
    assertThat(journal.read(run, Position.START, 10)).hasSize(2);
  }

  @Test
  void letsOnlyOneOfManyAppendAfterTheSameEvent() throws Exception {
    Position head = begun();
    Callable<Boolean> append =
        () -> {
          try {
            journal.append(writer, head, List.of(THIRD)).await();
            return true;
          } catch (StaleEpochException e) {
            return false;
          }
        };
    int written = 0;
    try (var writers = Executors.newFixedThreadPool(8)) {
      for (Future<Boolean> one : writers.invokeAll(Collections.nCopies(8, append))) {
        written += one.get() ? 1 : 0;
      }
    }
    assertThat(written).isEqualTo(1);
    assertThat(journal.read(run, Position.START, 10)).hasSize(2);
  }

  @Test
  void chainsEachEventToTheOneBefore() {
    Position head = begun();
    UUID other = UUID.randomUUID();
    journal.keepInMemory(other);
    var otherWriter = new Writer(other, "default", 0);
    Position otherHead = begun(otherWriter, new LifecycleEvent.Completed("something else"));

    Position end = journal.append(writer, head, List.of(THIRD)).await();

    assertThat(end.hash()).matches("[0-9a-f]{64}").isNotEqualTo(head.hash());
    assertThat(journal.append(otherWriter, otherHead, List.of(THIRD)).end().hash())
        .isNotEqualTo(end.hash());
  }

  @Test
  void changesTheRowOnlyIfOthersMustSeeAChange() throws SQLException {
    Position head = journal.append(writer, begun(), List.of(SECOND)).await();
    head = journal.append(writer, head, List.of(THIRD)).await();
    assertThat(lastSequence()).isEqualTo(1);

    journal.append(
        writer, head, List.of(new LifecycleEvent.HandedOver("here")), toStatus("QUEUED", 3));

    assertThat(lastSequence()).isEqualTo(4);
    assertThat(journal.read(run, head, 10)).hasSize(1);
  }

  @Test
  void changesRowAndJournalOrNeither() throws SQLException {
    Position head = journal.append(writer, begun(), List.of(SECOND)).await();
    execute("UPDATE run SET epoch = 1 WHERE id = ?", run);
    var event = new LifecycleEvent.HandedOver("here");

    assertThatThrownBy(
            () -> journal.append(writer, head, List.of(event), toStatus("WAITING", 2)).await())
        .isInstanceOf(StaleEpochException.class);

    assertThat(lastSequence()).isEqualTo(1);
    assertThat(end()).isEqualTo(head);
    var wrong = FencedUpdate.of("UPDATE run SET nothing = 1");
    assertThatThrownBy(() -> journal.append(writer, head, List.of(event), wrong).await())
        .isInstanceOf(JournalUnavailableException.class);
    assertThat(lastSequence()).isEqualTo(1);
    assertThat(end()).isEqualTo(head);
  }

  @Test
  void takesNoMoreThanTheLimitButAlwaysTheEnd() throws SQLException {
    var small = new InMemoryJournal(run, Recorders.plain(), database, 150);
    Position begun = small.append(writer, Position.START, List.of(FIRST), insertion(run)).await();
    Position head = small.append(writer, begun, List.of(SECOND), FencedUpdate.ONLY_ADVANCE).await();

    assertThatThrownBy(() -> small.append(writer, head, List.of(SECOND), FencedUpdate.ONLY_ADVANCE))
        .isInstanceOf(MemoryFullException.class)
        .hasMessageContaining("at most 150");

    var failed = new LifecycleEvent.Failed(new Failure("memory_full", "m".repeat(100_000)));
    assertThat(
            small.append(writer, head, List.of(failed), toStatus("FAILED", 2)).await().sequence())
        .isEqualTo(3);
  }

  @Test
  void dropsTheJournalsThatEndedFirst() {
    List<UUID> ended = new ArrayList<>();
    for (int i = 0; i < RoutingJournal.MAX_ENDED + 2; i++) {
      UUID id = UUID.randomUUID();
      journal.keepInMemory(id);
      begun(new Writer(id, "default", 0), new LifecycleEvent.Completed("done"));
      ended.add(id);
      if (i == 0) { // a run that continues has not ended, even if it did before
        Position head = journal.endInMemory(id).orElseThrow();
        var retried = new ControlEvent.Retried("ana", Instant.EPOCH);
        journal
            .append(new Writer(id, "default", 0), head, List.of(retried), toStatus(id, "QUEUED", 1))
            .await();
      }
    }

    assertThat(journal.endInMemory(ended.get(0))).isPresent();
    assertThat(journal.endInMemory(ended.get(1))).isEmpty();
    assertThat(journal.read(ended.get(1), Position.START, 10)).isEmpty();
    assertThat(journal.endInMemory(ended.get(2))).isPresent();
    assertThat(journal.endInMemory(ended.getLast())).isPresent();
  }

  @Test
  void writesDurableRunsIntoTheDatabase() throws SQLException {
    journal.forget(run);

    Position end = begun();

    assertThat(eventsInDatabase()).isEqualTo(1);
    assertThat(journal.endInMemory(run)).isEmpty();
    assertThat(journal.position(run, 1)).isEqualTo(end);
  }

  @Test
  void readsPagesOfABoundedSizeFromTheDatabase() {
    journal.forget(run);
    Position head = journal.append(writer, begun(), List.of(SECOND, THIRD)).await();

    assertThat(journal.read(run, Position.START, 10, 50_000))
        .as("the event that exceeds the size ends the page")
        .extracting(RecordedEvent::event)
        .containsExactly(FIRST, SECOND);
    assertThat(journal.read(run, head, 10, 50_000)).isEmpty();
  }

  @Test
  void measuresAppendsWhileTelemetryIsOn() {
    var measured = new MeasuredTelemetry();
    Telemetry telemetry = measured.telemetry();
    var inDatabase =
        new JdbcJournal(
            database,
            Recorders.plain(),
            new StoreHealth(Clock.systemUTC()),
            telemetry,
            new JournalSettings(),
            Thread::new,
            Outbox.NONE);
    try (measured) {
      var measuring =
          new RoutingJournal(
              inDatabase, database, Recorders.plain(), telemetry, (by, events) -> {});
      measuring.keepInMemory(run);
      var completed = new LifecycleEvent.Completed("done");

      measuring.append(writer, Position.START, List.of(completed), insertion(run)).await();

      assertThat(measured.counts("agentrun.checkpoint.write.duration").values())
          .containsExactly(1L);
      assertThat(measured.counts("agentrun.run.completed").values()).containsExactly(1L);
    } finally {
      inDatabase.close();
    }
  }

  private Position begun() {
    return begun(writer, FIRST);
  }

  private Position begun(Writer one, RunEvent event) {
    return journal.append(one, Position.START, List.of(event), insertion(one.run())).await();
  }

  private Position end() {
    return journal.endInMemory(run).orElseThrow();
  }

  private static FencedUpdate insertion(UUID id) {
    return FencedUpdate.of(
        """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         last_sequence, created_at, updated_at)
        VALUES (?, 'default', 'surveyor', 'v', 'here', 'ana', 'RUNNING', 0, 1,
                CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)\
        """,
        id.toString());
  }

  private FencedUpdate toStatus(String status, long from) {
    return toStatus(run, status, from);
  }

  private static FencedUpdate toStatus(UUID id, String status, long from) {
    return FencedUpdate.of(
        "UPDATE run SET status = ?, last_sequence = ?"
            + " WHERE id = ? AND epoch = 0 AND last_sequence = ?",
        status,
        from + 1,
        id.toString(),
        from);
  }

  private long lastSequence() throws SQLException {
    return number("SELECT last_sequence FROM run WHERE id = ?");
  }

  private long eventsInDatabase() throws SQLException {
    return number("SELECT COUNT(*) FROM event WHERE run_id = ?");
  }

  private long number(String query) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setString(1, run.toString());
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
        return rows.getLong(1);
      }
    }
  }

  private void execute(String sql, UUID id) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, id.toString());
      statement.executeUpdate();
    }
  }
}
