package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.Delegation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Waits;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.ReasonEncryption;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunSql;
import dev.reprise.queue.row.UnclaimedRuns;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every database must do for child runs. */
@EachDatabase
class ChildRunsTest {

  private TestDatabases.OpenJournal opened;
  private Database table;
  private RunQueue queue;
  private Claims claims;
  private ChildRuns workers;
  private StrandedRuns stranded;
  private int signals;

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  void emptyDatabase() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM event");
      statement.executeUpdate("UPDATE run SET parent = NULL");
      statement.executeUpdate("DELETE FROM run");
    }
    opened = TestDatabases.journal(database());
    Journal journal = opened.journal();
    Clock clock = Clock.systemUTC();
    table = new Database(database());
    var reasons =
        new ReasonEncryption(new TextEncryption(KeySource.of(KeyRing.EMPTY)), Redaction.none());
    var unclaimed = new UnclaimedRuns(table, journal, reasons);
    queue =
        new RunQueue(
            table,
            unclaimed,
            journal,
            new QueueSignal(),
            new StopSignal(),
            reasons,
            new QueueReservations(table, new FairShareSettings(), clock),
            new QueueLimit(10_000, table, clock));
    claims = new Claims(table, unclaimed, journal, reasons, clock);
    workers = new ChildRuns(table, queue);
    var due = new QueueSignal();
    due.listen(() -> signals++);
    stranded = new StrandedRuns(table, due);
  }

  @AfterEach
  void close() {
    opened.close();
  }

  @Test
  void wakesTheWaitingRunOncePerEndedChild() {
    UUID head = waiting();
    UUID first = workerOf(head);
    UUID second = workerOf(head);
    assertThat(workers.of("default", head)).containsExactlyInAnyOrder(first, second);
    assertThat(workers.of("acme", head)).as("as another tenant sees it").isEmpty();
    assertThat(workers.wakeWaiting()).isZero();

    end(first, new LifecycleEvent.Completed("done"));

    assertThat(workers.wakeWaiting()).isOne();
    assertThat(status(head)).isEqualTo(RunStatus.QUEUED);
    release(admitted(head), waitsForOthers());
    assertThat(workers.wakeWaiting()).as("for what it was woken for before").isZero();
    end(second, new LifecycleEvent.Failed(new Failure("trouble", "as it happens")));
    assertThat(workers.wakeWaiting()).isOne();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void wakesTheForksOfTheParent_whichMayHaveEnded(boolean ended) {
    UUID head = ended ? queued() : waiting();
    UUID worker = workerOf(head);
    UUID fork = waiting();
    UUID forkOfFork = waiting();
    UUID other = waiting();
    fork(fork, head);
    fork(forkOfFork, fork);
    if (ended) {
      end(head, new LifecycleEvent.Completed("done"));
    }

    end(worker, new LifecycleEvent.Completed("done"));

    assertThat(workers.wakeWaiting()).isEqualTo(ended ? 2 : 3);
    assertThat(status(fork)).isEqualTo(RunStatus.QUEUED);
    assertThat(status(forkOfFork)).isEqualTo(RunStatus.QUEUED);
    assertThat(status(other)).isEqualTo(RunStatus.WAITING);
    assertThat(workers.wakeWaiting()).isZero();
  }

  private void fork(UUID fork, UUID from) {
    table.update("UPDATE run SET parent = ? WHERE id = ?", from, fork);
  }

  @Test
  void anEndBeforeTheParentWaitsIsNotLost() {
    UUID head = queued();
    ClaimResult.Admitted admitted = admitted(head);
    UUID worker = workerOf(head);
    end(worker, new LifecycleEvent.Completed("done"));
    assertThat(workers.wakeWaiting()).as("while it is at work").isZero();

    release(admitted, waitsForOthers());

    assertThat(workers.wakeWaiting()).isOne();
  }

  static Stream<RunEvent> ends() {
    var failure = new Failure("trouble", "as it happens");
    return Stream.of(
        new LifecycleEvent.Completed("done"),
        new LifecycleEvent.Failed(failure),
        new LifecycleEvent.DeadLettered(failure),
        new ControlEvent.Cancelled("ana", "enough"));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void noParentIsSoughtAfterItsEnd(RunEvent end) {
    UUID head = queued();
    UUID worker = workerOf(head);
    end(worker, new LifecycleEvent.Completed("done"));
    end(head, end);

    assertThat(workers.wakeWaiting()).isZero();

    assertThat(reports()).isEmpty();
  }

  @Test
  void noMissingParentIsSoughtAgain() {
    end(workerOf(UUID.randomUUID()), new LifecycleEvent.Completed("done"));
    assertThat(reports()).hasSize(1);

    assertThat(workers.wakeWaiting()).isZero();

    assertThat(reports()).isEmpty();
  }

  @Test
  void cancelsAllChildRunsWhateverTheirStatus() {
    UUID head = queued();
    UUID waiting = workerOf(head);
    UUID below = workerOf(waiting);
    release(admitted(waiting), waitsForOthers());
    UUID running = workerOf(head);
    admitted(running);
    UUID other = workerOf(UUID.randomUUID());

    workers.cancelChildren(head);

    assertThat(status(waiting)).isEqualTo(RunStatus.CANCELLED);
    assertThat(status(below)).isEqualTo(RunStatus.CANCELLED);
    assertThat(row(running).cancelRequested()).isTrue();
    assertThat(status(other)).isEqualTo(RunStatus.QUEUED);
  }

  @ParameterizedTest
  @MethodSource("ends")
  void findsTheChildRunsOfAnEndedParent(RunEvent end) {
    UUID head = queued();
    UUID worker = workerOf(head);
    assertThat(workers.cancelOrphans()).isZero();
    end(head, end);

    assertThat(workers.cancelOrphans()).isOne();

    assertThat(status(worker)).isEqualTo(RunStatus.CANCELLED);
    assertThat(workers.cancelOrphans()).isZero();
  }

  @Test
  void findsAStrandedParentAndResumesItOnce() {
    UUID head = waiting();
    end(workerOf(head), new LifecycleEvent.Completed("done"));
    hear(head);
    assertThat(stranded.next()).as("right after a change").isEmpty();
    letTimePass();
    List<StrandedRuns.Stranded> here = stranded.next();
    List<StrandedRuns.Stranded> there = stranded.next();

    assertThat(here)
        .singleElement()
        .isEqualTo(new StrandedRuns.Stranded(head, row(head).epoch(), WaitReason.CHILD_RUN))
        .isEqualTo(there.getFirst());
    assertThat(stranded.resume(here.getFirst())).isTrue();
    assertThat(stranded.resume(there.getFirst())).as("on another server").isFalse();

    assertThat(row(head).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(row(head).waitingFor()).isEmpty();
    assertThat(queue.reserve("here#1", Duration.ofSeconds(30), 1))
        .extracting(RunRow::id)
        .containsExactly(head);
    assertThat(stranded.count()).isOne();
    assertThat(signals).isOne();
    assertThat(stranded.next()).isEmpty();
  }

  @Test
  void findsARunThatWaitsForMissingChildren() {
    UUID head = waiting();
    UUID another = queued();
    end(workerOf(another), new LifecycleEvent.Completed("done"));
    letTimePass();

    assertThat(stranded.next()).extracting(StrandedRuns.Stranded::id).containsExactly(head);
  }

  static Stream<RunEvent> letsWork() {
    return Stream.of(
        new LifecycleEvent.HandedOver("here#1"),
        new ControlEvent.Paused("ana", Optional.empty(), Instant.EPOCH),
        Waits.of("approval", "a person has to approve", Optional.empty()));
  }

  @ParameterizedTest
  @MethodSource("letsWork")
  void aRunWithAnActiveChildIsNotStranded(RunEvent whatever) {
    UUID head = waiting();
    end(workerOf(head), new LifecycleEvent.Completed("done"));
    hear(head);
    end(workerOf(head), whatever);
    letTimePass();

    assertThat(stranded.next()).isEmpty();
  }

  @Test
  void aRunThatHasYetToLearnOfAnEndIsNotStranded() {
    UUID head = waiting();
    end(workerOf(head), new LifecycleEvent.Failed(new Failure("trouble", "as it happens")));
    letTimePass();

    assertThat(stranded.next()).isEmpty();
  }

  @Test
  void aWakeBeforeTheSweepIsUnchanged() {
    UUID head = waiting();
    UUID worker = workerOf(head);
    end(worker, new LifecycleEvent.Completed("done"));
    letTimePass();
    // a sweep may read one row before the wake and the other one after it
    var seen = new StrandedRuns.Stranded(head, row(head).epoch(), WaitReason.CHILD_RUN);

    assertThat(workers.wakeWaiting()).isOne();
    assertThat(stranded.resume(seen)).isFalse();
    release(admitted(head), waitsForOthers());
    assertThat(stranded.resume(seen)).as("another wait of the same run").isFalse();

    assertThat(stranded.count()).isZero();
  }

  @ParameterizedTest
  @EnumSource(WaitReason.class)
  void aWaitThatHasATimeIsNeverStranded(WaitReason reason) {
    waiting(reason, Optional.of(Instant.parse("2999-01-01T00:00:00Z")));
    letTimePass();

    assertThat(stranded.next()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(WaitReason.class)
  void aWaitWithoutATimeIsStrandedUnlessAPersonEndsIt(WaitReason reason) {
    waiting(reason, Optional.empty());
    letTimePass();

    assertThat(stranded.next())
        .extracting(StrandedRuns.Stranded::reason)
        .isEqualTo(reason.end() == WaitReason.End.PERSON ? List.of() : List.of(reason));
  }

  @Test
  void readsManyWaitsPageByPage() {
    List<UUID> heads = Stream.generate(UUID::randomUUID).limit(502).toList();
    table.together(
        statements -> {
          for (UUID head : heads) {
            statements.update(INSERT_WAITING, head);
          }
          return heads;
        });

    List<UUID> first = found();
    List<UUID> second = found();

    assertThat(first).hasSize(500);
    assertThat(second).hasSize(2);
    assertThat(Stream.concat(first.stream(), second.stream()))
        .containsExactlyInAnyOrderElementsOf(heads);
    assertThat(found()).as("from the beginning again").isEqualTo(first);
  }

  private static final String INSERT_WAITING =
      """
      INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                       last_sequence, waiting_for, created_at, updated_at)
      VALUES (?, 'default', 'surveyor', 'v', 'here', 'ana', 'WAITING', 1, 3, 'child-run',
              {ts '2026-01-01 00:00:00'}, {ts '2026-01-01 00:00:00'})\
      """;

  private List<UUID> found() {
    return stranded.next().stream().map(StrandedRuns.Stranded::id).toList();
  }

  /** Pretends that the run was woken for all ended child runs and has not polled. */
  private void hear(UUID head) {
    table.update("UPDATE run SET reports_to = NULL WHERE reports_to = ?", head);
  }

  private void letTimePass() {
    table.update("UPDATE run SET updated_at = {fn TIMESTAMPADD(SQL_TSI_MINUTE, -2, updated_at)}");
  }

  private UUID queued() {
    UUID id = UUID.randomUUID();
    queue.add(run(id));
    return id;
  }

  private UUID workerOf(UUID head) {
    UUID id = UUID.randomUUID();
    Instant deadline = Instant.parse("2030-01-01T00:00:00Z");
    queue.add(run(id).asChildOf(new Delegation(head, "c1", 1, 9, deadline)));
    return id;
  }

  private static NewRun run(UUID id) {
    return new NewRun(id, "default", "surveyor", "v", JsonValue.EMPTY_OBJECT, "here", "ana");
  }

  private UUID waiting() {
    UUID run = queued();
    release(admitted(run), waitsForOthers());
    return run;
  }

  private void waiting(WaitReason reason, Optional<Instant> until) {
    release(admitted(queued()), Waits.of(reason.code(), "as it happens", until));
  }

  private static RunEvent waitsForOthers() {
    return Waits.of(WaitReason.CHILD_RUN.code(), "others are at work", Optional.empty());
  }

  private void end(UUID run, RunEvent event) {
    release(admitted(run), event);
  }

  private ClaimResult.Admitted admitted(UUID run) {
    return (ClaimResult.Admitted)
        claims.claim(run, "here#1", Duration.ofSeconds(30), Optional.of(1L));
  }

  private void release(ClaimResult.Admitted admitted, RunEvent event) {
    claims.release(admitted.claim(), admitted.head(), event).await();
  }

  private RunStatus status(UUID run) {
    return row(run).status();
  }

  private RunRow row(UUID run) {
    return table.rows(RunSql.ROW, RunRow::read, run).getFirst();
  }

  private List<String> reports() {
    return table.rows(
        "SELECT reports_to FROM run WHERE reports_to IS NOT NULL", row -> row.text("reports_to"));
  }
}
