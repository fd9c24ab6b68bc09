package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.message.Failure;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.RunsFixture;
import dev.reprise.run.decision.HolderFailures;
import dev.reprise.run.decision.ProcessDeaths;
import dev.reprise.run.state.RunStatus;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every database must do for claims: one holder at a time executes a run. */
@EachDatabase
class ClaimsTest extends RunsFixture {

  @RepeatedTest(20) // the race rarely shows
  void admitsOneOfManyJobs() throws Exception {
    UUID run = queued();
    Callable<ClaimResult> job = () -> claims.claim(run, HERE, LEASE, Optional.of(7L));
    List<ClaimResult> admissions = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (Future<ClaimResult> one : threads.invokeAll(Collections.nCopies(8, job))) {
        admissions.add(one.get());
      }
    }
    assertThat(admissions).filteredOn(ClaimResult.Admitted.class::isInstance).hasSize(1);
    assertThat(admissions)
        .filteredOn(ClaimResult.Refused.class::isInstance)
        .allSatisfy(
            refused ->
                assertThat(((ClaimResult.Refused) refused).why())
                    .startsWith("run " + run + " is held by here#1 until "));
    assertThat(events(run)).containsExactly("run.submitted", "run.admitted");
    assertThat(row(run).execution()).contains(7L);
  }

  @Test
  void refusesAMissingRun() {
    UUID unknown = UUID.randomUUID();

    assertThat(claims.claim(unknown, HERE, LEASE, Optional.of(1L)))
        .isEqualTo(new ClaimResult.Refused("there is no run " + unknown));
  }

  @Test
  void admitsARunWithAnExpiredLeaseAndFencesItsHolder() throws SQLException {
    UUID run = queued();
    var before = admitted(run, THERE);
    letLeaseRunOut(run);

    var after = admitted(run, HERE);

    assertThat(after.claim().epoch()).isGreaterThan(before.claim().epoch());
    assertThat(claims.renew(before.claim(), LEASE)).isFalse();
    assertThatThrownBy(
            () ->
                claims
                    .release(
                        before.claim(),
                        before.head(),
                        new ControlEvent.Paused(
                            "ana",
                            Optional.empty(),
                            Instant.EPOCH,
                            Optional.empty(),
                            Optional.empty()))
                    .await())
        .isInstanceOf(StaleEpochException.class);
    assertThat(row(run).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(events(run)).containsExactly("run.submitted", "run.admitted", "run.admitted");
  }

  @Test
  void extendsARenewedLease() throws SQLException {
    UUID run = queued();
    Claim claim = admitted(run, HERE).claim();
    letLeaseRunOut(run);

    assertThat(claims.renew(claim, LEASE)).isTrue();

    assertThat(lost.expired(HERE)).isEmpty();
    assertThat(claims.heldBy(HERE)).containsExactly(new Claims.Held(claim, false, false, 0));
  }

  @Test
  void countsAdmissionsUntilTheRecordWasRead() throws SQLException {
    UUID run = queued();
    for (int i = 0; i < 2; i++) {
      Claim claim = admitted(run, HERE).claim();
      claims.requeue(claim, Duration.ZERO);
    }
    assertThat(row(run).holderFailures())
        .isEqualTo(new HolderFailures(2, ProcessDeaths.NONE, Optional.empty()));

    Claim claim = admitted(run, HERE).claim();
    claims.resetAdmissions(claim);

    assertThat(row(run).holderFailures()).isEqualTo(HolderFailures.NONE);
    claims.requeue(claim, Duration.ZERO);
    assertThat(row(run).holderFailures().admissionsWithNext()).isEqualTo(1);
  }

  @Test
  void requeuesARunWithTheReasonAfterItsDurableEvents() {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    journal
        .append(
            admitted.claim().writer(),
            admitted.head(),
            List.of(new PhaseEvent.Started("survey", "look", Instant.EPOCH)))
        .await();
    var why =
        new LifecycleEvent.BrokeDown(HERE, new Failure("broke_down", "no memory"), Instant.EPOCH);

    assertThat(claims.requeue(admitted.claim(), Duration.ofHours(1), why)).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(events(run))
        .containsExactly("run.submitted", "run.admitted", "phase.started", "run.broke-down");
    assertThat(queue.reserve(HERE, LEASE, 1)).as("it is not due yet").isEmpty();
    assertThat(claims.requeue(admitted.claim(), Duration.ZERO, why)).as("it is not held").isFalse();
  }

  @Test
  void releasesARunWithRecordAndRowTogether() {
    UUID run = queued();
    var admitted = admitted(run, HERE);

    claims.release(admitted.claim(), admitted.head(), new LifecycleEvent.Completed("done")).await();

    assertThat(row(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(events(run)).containsExactly("run.submitted", "run.admitted", "run.completed");
    assertThat(claims.heldBy(HERE)).isEmpty();
    assertThat(claims.claim(run, HERE, LEASE, Optional.of(8L)))
        .isEqualTo(new ClaimResult.AlreadyEnded(RunStatus.COMPLETED));
  }

  @Test
  void recordsWhoRestartedTheJobOfAFailedRun() {
    UUID run = failed(7);

    assertThat(claims.claim(run, HERE, LEASE, new OperatorRestart(9, Set.of(7L, 8L), "porter")))
        .isInstanceOf(ClaimResult.Admitted.class);

    assertThat(events(run))
        .containsExactly(
            "run.submitted", "run.admitted", "run.failed", "run.retried", "run.admitted");
    assertThat(journal.read(run, Position.START, 50).get(3).event())
        .isInstanceOfSatisfying(
            ControlEvent.Retried.class,
            retried -> {
              assertThat(retried.by()).isEqualTo("porter");
              assertThat(retried.reason())
                  .contains("the job was restarted in the batch administration");
            });
  }

  @Test
  void recordsWhoRestartedTheJobOfAPausedRun() {
    UUID run = queued();
    var admitted = (ClaimResult.Admitted) claims.claim(run, HERE, LEASE, Optional.of(7L));
    claims.release(admitted.claim(), admitted.head(), paused("ana")).await();

    claims.claim(run, HERE, LEASE, new OperatorRestart(8, Set.of(7L), "porter"));

    assertThat(journal.read(run, Position.START, 50).get(3).event())
        .isInstanceOfSatisfying(
            ControlEvent.Resumed.class, it -> assertThat(it.by()).isEqualTo("porter"));
  }

  @Test
  void givesAFailedRunOnlyToItsOwnJob() {
    UUID run = failed(7);

    assertThat(claims.claim(run, HERE, LEASE, new OperatorRestart(9, Set.of(8L), "porter")))
        .isInstanceOfSatisfying(
            ClaimResult.Refused.class,
            refused ->
                assertThat(refused.why())
                    .startsWith("run %s is FAILED, and this is not the job".formatted(run)));
    assertThat(claims.claim(run, HERE, LEASE, Optional.of(9L)))
        .as("without a restart by an operator")
        .isEqualTo(new ClaimResult.Refused("run %s is FAILED".formatted(run)));

    assertThat(events(run)).containsExactly("run.submitted", "run.admitted", "run.failed");
  }

  private UUID failed(long execution) {
    UUID run = queued();
    var admitted = (ClaimResult.Admitted) claims.claim(run, HERE, LEASE, Optional.of(execution));
    claims
        .release(
            admitted.claim(),
            admitted.head(),
            new LifecycleEvent.Failed(new Failure("broken", "it broke")))
        .await();
    return run;
  }

  @Test
  void endsNoDelayEarly() throws SQLException {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    Instant before = time("CURRENT_TIMESTAMP", run);

    assertThat(claims.requeue(admitted.claim(), Duration.ofMillis(250))).isTrue();

    assertThat(time("due_at", run))
        .isBetween(before.plusMillis(250), time("updated_at", run).plusSeconds(1));
  }

  private Instant time(String what, UUID run) throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement statement =
            connection.prepareStatement("SELECT %s FROM run WHERE id = ?".formatted(what))) {
      statement.setString(1, run.toString());
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getTimestamp(1).toInstant();
      }
    }
  }
}
