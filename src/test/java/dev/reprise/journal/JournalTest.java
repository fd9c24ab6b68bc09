package dev.reprise.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.seal.Recorders;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.JdbcJournal;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.SchemaMigration;
import dev.reprise.telemetry.Telemetry;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
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

/** The journal's contract with every database. */
@EachDatabase
class JournalTest {

  private static final RunEvent FIRST =
      Submissions.of("surveyor", "v", new JsonValue("{\"a\":1}"), "here", "ana");
  private static final RunEvent SECOND = new PhaseEvent.Completed("survey", "x".repeat(100_000));
  private static final RunEvent THIRD = new LifecycleEvent.Completed("answer ✓ {{x}}");

  private final UUID run = UUID.randomUUID();
  private final Writer writer = new Writer(run, "default", 0);
  private JdbcJournal journal;

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  void aRun() throws SQLException {
    tables().insertRun(run);
    journal =
        new JdbcJournal(
            database(),
            Recorders.plain(),
            new StoreHealth(Clock.systemUTC()),
            new Telemetry(),
            new JournalSettings(),
            Thread::new,
            Outbox.NONE);
  }

  @AfterEach
  void close() {
    journal.close();
  }

  @Test
  void readsAppendedEventsInOrderAndWithoutGaps() {
    Position end = journal.append(writer, Position.START, List.of(FIRST, SECOND)).await();
    end = journal.append(writer, end, List.of(THIRD)).await();

    List<RecordedEvent> read = journal.read(run, Position.START, 10);

    assertThat(read).extracting(RecordedEvent::event).containsExactly(FIRST, SECOND, THIRD);
    assertThat(read).extracting(RecordedEvent::sequence).containsExactly(1L, 2L, 3L);
    assertThat(read.getLast().position()).isEqualTo(end).isEqualTo(journal.position(run, 3));
  }

  @Test
  void readsPageByPage() {
    journal.append(writer, Position.START, List.of(FIRST, SECOND, THIRD)).await();

    List<RecordedEvent> page = journal.read(run, Position.START, 2);

    assertThat(page).hasSize(2);
    assertThat(journal.read(run, page.getLast().position(), 2))
        .extracting(RecordedEvent::event)
        .containsExactly(THIRD);
  }

  @Test
  void endsAPageAtTheLimitOfCharacters() {
    journal.append(writer, Position.START, List.of(FIRST, SECOND, THIRD)).await();
    long two =
        journal.read(run, Position.START, 2).stream().mapToLong(it -> it.payload().length()).sum();

    assertThat(journal.read(run, Position.START, 10, 1)).hasSize(1);
    assertThat(journal.read(run, Position.START, 10, two)).hasSize(2);
    assertThat(journal.read(run, Position.START, 10, two + 1)).hasSize(3);
    assertThat(journal.read(run, Position.START, 2, two + 1)).hasSize(2);
  }

  @Test
  void takesManyAppendsInARowWithoutAWait() {
    List<PendingAppend> all = appendOneByOne(writer, 100);

    all.getLast().await();

    assertThat(all).allSatisfy(append -> assertThat(append.durable()).isCompletedWithValue(0));
    assertThat(journal.read(run, Position.START, 200)).hasSize(100);
  }

  @Test
  void writesAnAppendThatNoThreadWaitsFor() {
    var append = journal.append(writer, Position.START, List.of(FIRST));

    assertThat(append.durable()).succeedsWithin(Duration.ofSeconds(10));
    assertThat(journal.read(run, Position.START, 10)).hasSize(1);
  }

  @Test
  void recordsTheAppendOfAnInterruptedThread() {
    Thread.currentThread().interrupt();

    journal.append(writer, Position.START, List.of(FIRST)).await();

    assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    assertThat(journal.read(run, Position.START, 10)).hasSize(1);
  }

  @Test
  void sharesItsCommitsAmongRunsThatWaitTogether() throws Exception {
    List<Writer> writers = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      UUID id = UUID.randomUUID();
      tables().insertRun(id);
      writers.add(new Writer(id, "default", 0));
    }
    try (var threads = Executors.newFixedThreadPool(16)) {
      List<Callable<Boolean>> runs = new ArrayList<>();
      for (Writer one : writers) {
        runs.add(() -> appendEachDurably(one, 20));
      }
      for (Future<Boolean> ended : threads.invokeAll(runs)) {
        assertThat(ended.get()).isTrue();
      }
    }
    for (Writer one : writers) {
      assertThat(journal.read(one.run(), Position.START, 50)).hasSize(20);
    }
  }

  @Test
  void refusesAStaleEpochAndWritesNothing() throws SQLException {
    Position head = journal.append(writer, Position.START, List.of(FIRST)).await();
    execute("UPDATE run SET epoch = 1 WHERE id = ?");

    assertThatThrownBy(() -> journal.append(writer, head, List.of(THIRD)).await())
        .isInstanceOf(StaleEpochException.class)
        .hasMessageContaining(run.toString());
    assertThat(journal.read(run, head, 10)).isEmpty();
  }

  @Test
  void refusesAllPendingAppendsOfAStaleWriterAndNoOthers() throws Exception {
    Position head = journal.append(writer, Position.START, List.of(FIRST)).await();
    execute("UPDATE run SET epoch = 1 WHERE id = ?");
    UUID other = UUID.randomUUID();
    tables().insertRun(other);

    var stale = journal.append(writer, head, List.of(SECOND));
    var next = journal.append(writer, stale.end(), List.of(THIRD));
    var fine = journal.append(new Writer(other, "default", 0), Position.START, List.of(FIRST));
    fine.await();

    assertThatThrownBy(stale::await).isInstanceOf(StaleEpochException.class);
    List<Throwable> reasons = new ArrayList<>();
    stale.durable().whenComplete((failures, reason) -> reasons.add(reason));
    assertThat(reasons).singleElement().isInstanceOf(StaleEpochException.class);
    assertThatThrownBy(next::await).isInstanceOf(StaleEpochException.class);
    assertThat(journal.read(run, head, 10)).isEmpty();
    assertThat(journal.read(other, Position.START, 10)).hasSize(1);
  }

  @Test
  void letsOnlyOneOfManyAppendAfterTheSameEvent() throws Exception {
    Position head = journal.append(writer, Position.START, List.of(FIRST)).await();
    Callable<Boolean> append =
        () -> {
          try {
            journal.append(writer, head, List.of(THIRD)).await();
            return true;
          } catch (StaleEpochException e) {
            return false;
          }
        };
    try (var writers = Executors.newFixedThreadPool(8)) {
      int written = 0;
      for (Future<Boolean> one : writers.invokeAll(Collections.nCopies(8, append))) {
        written += one.get() ? 1 : 0;
      }
      assertThat(written).isEqualTo(1);
    }
    assertThat(journal.read(run, Position.START, 10)).hasSize(2);
  }

  @Test
  void changesTheRowWithTheEventsOrNeither() throws SQLException {
    var cancelled =
        FencedUpdate.of(
            "UPDATE run SET status = 'CANCELLED', last_sequence = ? WHERE id = ? AND status = ?",
            1L,
            run.toString(),
            "WAITING");

    assertThatThrownBy(
            () -> journal.append(writer, Position.START, List.of(FIRST), cancelled).await())
        .isInstanceOf(StaleEpochException.class);
    assertThat(journal.read(run, Position.START, 10)).isEmpty();

    execute("UPDATE run SET status = 'WAITING' WHERE id = ?");
    journal.append(writer, Position.START, List.of(FIRST), cancelled).await();
    assertThat(journal.read(run, Position.START, 10)).hasSize(1);
  }

  @Test
  void failsNoRunBecauseOfAnotherRunsAppend() throws SQLException {
    UUID other = UUID.randomUUID();
    tables().insertRun(other);
    var wrong = FencedUpdate.of("UPDATE run SET last_sequence = 'x' || ? WHERE id = 'y'", "z");

    var faulty = journal.append(writer, Position.START, List.of(FIRST), wrong);
    var fine = journal.append(new Writer(other, "default", 0), Position.START, List.of(FIRST));

    fine.await();
    assertThatThrownBy(faulty::await).isInstanceOf(JournalUnavailableException.class);
    assertThat(journal.read(other, Position.START, 10)).hasSize(1);
  }

  @Test
  void findsAChangedEvent() throws SQLException {
    journal.append(writer, Position.START, List.of(FIRST, THIRD)).await();
    execute(
        "UPDATE event SET payload = %s WHERE run_id = ? AND sequence = 2"
            .formatted(tables().payload("{\"output\":\"forged\"}")));

    assertThatThrownBy(() -> journal.read(run, Position.START, 10))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 2")
        .hasMessageContaining("changed");
  }

  @Test
  void findsAMissingEvent() throws SQLException {
    journal.append(writer, Position.START, List.of(FIRST, SECOND, THIRD)).await();
    execute("DELETE FROM event WHERE run_id = ? AND sequence = 2");

    assertThatThrownBy(() -> journal.read(run, Position.START, 10))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 2")
        .hasMessageContaining("missing");
  }

  @Test
  void migratingTwiceChangesNothing() {
    SchemaMigration.migrate(database());

    assertThat(journal.position(run, 0)).isEqualTo(Position.START);
  }

  private boolean appendEachDurably(Writer one, int count) {
    Position head = Position.START;
    for (int i = 0; i < count; i++) {
      head = journal.append(one, head, List.of(THIRD)).await();
    }
    return true;
  }

  private List<PendingAppend> appendOneByOne(Writer one, int count) {
    List<PendingAppend> all = new ArrayList<>();
    Position head = Position.START;
    for (int i = 0; i < count; i++) {
      PendingAppend append = journal.append(one, head, List.of(THIRD));
      all.add(append);
      head = append.end();
    }
    return all;
  }

  private void execute(String sql) throws SQLException {
    tables().change(sql, run);
  }

  private Tables tables() {
    return new Tables(database());
  }
}
