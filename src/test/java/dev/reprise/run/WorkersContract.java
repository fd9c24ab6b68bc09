package dev.reprise.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.Delegation;
import dev.reprise.agent.Failure;
import dev.reprise.agent.JsonValue;
import dev.reprise.journal.Journal;
import dev.reprise.journal.RestingTexts;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.TestDatabases;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.Redaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every database must do for runs that work for others. */
abstract class WorkersContract {

  private TestDatabases.OpenJournal opened;
  private RunTable table;
  private RunQueue queue;
  private Claims claims;
  private Workers workers;

  abstract DataSource database();

  @BeforeEach
  void nobodyWorks() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM event");
      statement.executeUpdate("DELETE FROM run");
    }
    opened = TestDatabases.journal(database());
    Journal journal = opened.journal();
    Clock clock = Clock.systemUTC();
    table = new RunTable(database());
    var unheld = new UnheldRuns(table, journal);
    queue =
        new RunQueue(
            table,
            unheld,
            journal,
            new DueSignal(),
            new Reasons(new RestingTexts(KeySource.of(KeyRing.EMPTY)), Redaction.none()),
            new Reservations(table, new FairShare(), clock),
            new QueueLimit(100, table, clock));
    claims = new Claims(table, unheld, journal, clock);
    workers = new Workers(table, queue);
  }

  @AfterEach
  void close() {
    opened.close();
  }

  @Test
  void wakesTheRunThatWaitsOnceForEachThatHasItsEnd() {
    UUID head = waiting();
    UUID first = workerOf(head);
    UUID second = workerOf(head);
    assertThat(workers.of("default", head)).containsExactlyInAnyOrder(first, second);
    assertThat(workers.of("acme", head)).as("as another tenant sees it").isEmpty();
    assertThat(workers.wakeWaiting()).isZero();

    end(first, new RunEvent.RunCompleted("done"));

    assertThat(workers.wakeWaiting()).isOne();
    assertThat(status(head)).isEqualTo(RunStatus.QUEUED);
    letGo(admitted(head), waitsForOthers());
    assertThat(workers.wakeWaiting()).as("for what it was woken for before").isZero();
    end(second, new RunEvent.RunFailed(new Failure("trouble", "as it happens")));
    assertThat(workers.wakeWaiting()).isOne();
  }

  @Test
  void anEndIsNotLostThatComesBeforeTheRunWaits() {
    UUID head = queued();
    Admission.Admitted admitted = admitted(head);
    UUID worker = workerOf(head);
    end(worker, new RunEvent.RunCompleted("done"));
    assertThat(workers.wakeWaiting()).as("while it is at work").isZero();

    letGo(admitted, waitsForOthers());

    assertThat(workers.wakeWaiting()).isOne();
  }

  static Stream<RunEvent> ends() {
    var failure = new Failure("trouble", "as it happens");
    return Stream.of(
        new RunEvent.RunCompleted("done"),
        new RunEvent.RunFailed(failure),
        new RunEvent.RunDeadLettered(failure),
        new RunEvent.RunCancelled("ana", "enough"));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void nobodyIsLookedForAgainWhoHasItsEnd(RunEvent end) {
    UUID head = queued();
    UUID worker = workerOf(head);
    end(worker, new RunEvent.RunCompleted("done"));
    end(head, end);

    assertThat(workers.wakeWaiting()).isZero();

    assertThat(reports()).isEmpty();
  }

  @Test
  void nobodyIsLookedForAgainWhoIsNotThere() {
    end(workerOf(UUID.randomUUID()), new RunEvent.RunCompleted("done"));
    assertThat(reports()).hasSize(1);

    assertThat(workers.wakeWaiting()).isZero();

    assertThat(reports()).isEmpty();
  }

  @Test
  void dismissesAllThatWorkForARunWhateverTheyDo() {
    UUID head = queued();
    UUID waiting = workerOf(head);
    UUID below = workerOf(waiting);
    letGo(admitted(waiting), waitsForOthers());
    UUID running = workerOf(head);
    admitted(running);
    UUID other = workerOf(UUID.randomUUID());

    workers.dismiss(head);

    assertThat(status(waiting)).isEqualTo(RunStatus.CANCELLED);
    assertThat(status(below)).isEqualTo(RunStatus.CANCELLED);
    assertThat(table.rows(Statements.ROW, RunRow::read, running).getFirst().cancelWished())
        .isTrue();
    assertThat(status(other)).isEqualTo(RunStatus.QUEUED);
  }

  @ParameterizedTest
  @MethodSource("ends")
  void findsWhatWorksForARunThatHasItsEnd(RunEvent end) {
    UUID head = queued();
    UUID worker = workerOf(head);
    assertThat(workers.dismissOrphans()).isZero();
    end(head, end);

    assertThat(workers.dismissOrphans()).isOne();

    assertThat(status(worker)).isEqualTo(RunStatus.CANCELLED);
    assertThat(workers.dismissOrphans()).isZero();
  }

  private UUID queued() {
    UUID id = UUID.randomUUID();
    queue.add(run(id));
    return id;
  }

  private UUID workerOf(UUID head) {
    UUID id = UUID.randomUUID();
    Instant deadline = Instant.parse("2030-01-01T00:00:00Z");
    queue.add(run(id).workingFor(new Delegation(head, "c1", 1, 9, deadline)));
    return id;
  }

  private static NewRun run(UUID id) {
    return new NewRun(id, "default", "surveyor", "v", JsonValue.EMPTY_OBJECT, "here", "ana");
  }

  private UUID waiting() {
    UUID run = queued();
    letGo(admitted(run), waitsForOthers());
    return run;
  }

  private static RunEvent waitsForOthers() {
    return new RunEvent.RunWaiting(
        WaitReason.CHILD_RUN.code(), "others are at work", Optional.empty());
  }

  private void end(UUID run, RunEvent event) {
    letGo(admitted(run), event);
  }

  private Admission.Admitted admitted(UUID run) {
    return (Admission.Admitted)
        claims.admit(run, "here#1", Duration.ofSeconds(30), Optional.of(1L));
  }

  private void letGo(Admission.Admitted admitted, RunEvent event) {
    claims.letGo(admitted.claim(), admitted.head(), event).await();
  }

  private RunStatus status(UUID run) {
    return table.rows(Statements.ROW, RunRow::read, run).getFirst().status();
  }

  private List<String> reports() {
    return table.rows(
        "SELECT reports_to FROM run WHERE reports_to IS NOT NULL",
        row -> row.getString("reports_to"));
  }
}
