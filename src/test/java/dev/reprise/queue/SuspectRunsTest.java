package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunRowUpdates;
import dev.reprise.queue.row.RunsFixture;
import dev.reprise.run.decision.HolderFailures;
import dev.reprise.run.decision.ProcessDeaths;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every database must do for runs that may have ended their servers. */
@EachDatabase
class SuspectRunsTest extends RunsFixture {

  @Test
  void chargesTheEndOfAServerToTheOnlyRunThatItHeld() throws SQLException {
    UUID alone = queued();
    lose(alone, THERE);

    assertThat(row(alone).holderFailures())
        .isEqualTo(new HolderFailures(1, new ProcessDeaths(1, 1), Optional.of(0)));
    admitted(alone, HERE);

    assertThat(admissions(alone)).extracting(LifecycleEvent.Admitted::beside).containsOnly(none());
  }

  @Test
  void countsTheEndOfAServerForAllRunsThatItHeld() throws SQLException {
    List<UUID> runs = List.of(queued(), queued(), queued());
    for (UUID run : runs) {
      admitted(run, THERE);
    }
    for (UUID run : runs) { // when each lease turns out to be over
      letLeaseRunOut(run);
      lost.expired(HERE).forEach(claim -> lost.requeue(claim, HERE));
    }

    for (UUID run : runs) {
      admitted(run, HERE);
      assertThat(admissions(run))
          .extracting(LifecycleEvent.Admitted::beside)
          .containsExactly(Optional.empty(), Optional.of(2));
      assertThat(row(run).holderFailures())
          .isEqualTo(new HolderFailures(1, new ProcessDeaths(1, 1), Optional.of(2)));
    }
  }

  @Test
  void countsTheEndOfAServerWhoseRunAnotherClaimsDirectly() throws SQLException {
    UUID run = queued();
    admitted(run, THERE);
    letLeaseRunOut(run);

    admitted(run, HERE);

    assertThat(row(run).holderFailures().deaths()).isEqualTo(new ProcessDeaths(1, 1));
  }

  @Test
  void countsNoDeathOfAServerThatFindsItsOwnLeaseOver() throws SQLException {
    UUID run = queued();
    admitted(run, HERE);
    letLeaseRunOut(run);

    assertThat(lost.expired(HERE)).allMatch(claim -> lost.requeue(claim, HERE));
    admitted(run, HERE);

    assertThat(row(run).holderFailures().deaths()).isEqualTo(ProcessDeaths.NONE);
    assertThat(row(run).epoch()).isEqualTo(3);
  }

  @Test
  void doesNotCountAHandOver() {
    UUID run = queued();
    for (int i = 0; i < 3; i++) {
      var admitted = admitted(run, THERE);
      claims
          .release(admitted.claim(), admitted.head(), new LifecycleEvent.HandedOver(THERE))
          .await();
    }

    assertThat(row(run).holderFailures()).isEqualTo(HolderFailures.NONE);
  }

  @Test
  void startsARunAloneAndAfterAPauseOnceItHasLostTwoServers() throws SQLException {
    List<UUID> suspects = lost(2, 2);
    UUID fresh = queued();

    assertThat(alone(HERE)).as("during the pause").isEmpty();
    suspects.forEach(this::endPause);
    assertThat(reserved(HERE)).as("beside others").containsExactly(fresh);
    assertThat(reservations().takeAlone(HERE, LEASE, Duration.ofSeconds(10)))
        .as("if another server may be idle")
        .isEmpty();

    UUID first = alone(HERE).orElseThrow();
    assertThat(suspects).contains(first);
    assertThat(reservations().keep(first, HERE, LEASE)).isTrue();
    assertThat(reservations().keep(first, THERE, LEASE)).isFalse();
    assertThat(alone(THERE)).isPresent().isNotEqualTo(Optional.of(first));
    assertThat(alone(THERE)).isEmpty();
    assertThat(new QueueInspector(table, new FairShareSettings()).place(first).orElseThrow().why())
        .isInstanceOf(QueuedReason.Starting.class);
  }

  @Test
  void startsTheRunFirstWithWhichTheFewestServersDied() throws SQLException {
    UUID often = lost(2, 1).getFirst();
    admitted(often, THERE);
    UUID beside = queued();
    admitted(beside, THERE);
    letLeaseRunOut(often);
    lost.expired(HERE)
        .forEach(claim -> lost.requeue(claim, HERE)); // beside another: it is not given up
    UUID seldom = lost(2, 1).getFirst();
    endPause(often);
    endPause(seldom);

    assertThat(alone(HERE)).contains(seldom);
    assertThat(alone(HERE)).contains(often);
  }

  @Test
  void recordsTheDeathsOfARunThatStartsAlone() throws SQLException {
    UUID run = lost(2, 1).getFirst();
    endPause(run);
    assertThat(new QueueInspector(table, new FairShareSettings()).place(run).orElseThrow().why())
        .isEqualTo(new QueuedReason.Suspected(2));

    admitted(run, HERE);

    assertThat(admissions(run))
        .extracting(LifecycleEvent.Admitted::losses)
        .containsExactly(Optional.empty(), Optional.empty(), Optional.of(2));
  }

  @Test
  void givesARunUpOnAnyServerAtOnceOnceItHasLostThreeInOneStep() throws SQLException {
    UUID run = lost(3, 1).getFirst();

    assertThat(row(run).holderFailures().deaths().failure()).isPresent();
    assertThat(alone(HERE)).as("it need not be alone for that").isEmpty();
    assertThat(reserved(HERE)).containsExactly(run);
  }

  @Test
  void countsTheDeathsInOneStepAnewAfterAStepForwardAndAllOnceTheRunHasProvedItself()
      throws SQLException {
    UUID run = lost(2, 1).getFirst();
    var admitted = admitted(run, HERE);

    stepForward(admitted);
    assertThat(row(run).holderFailures().deaths()).isEqualTo(new ProcessDeaths(2, 0));

    claims.clearDeaths(admitted.claim());
    assertThat(row(run).holderFailures()).isEqualTo(HolderFailures.NONE);
  }

  @Test
  void keepsTheCountWhenAHolderReleasesTheRunWithoutAStepForward() throws SQLException {
    UUID run = lost(2, 1).getFirst();
    var admitted = admitted(run, HERE);

    releaseToWait(admitted, Instant.EPOCH);

    assertThat(row(run).holderFailures())
        .isEqualTo(new HolderFailures(0, new ProcessDeaths(2, 2), Optional.empty()));
  }

  private QueueReservations reservations() {
    return new QueueReservations(table, new FairShareSettings(), Clock.systemUTC());
  }

  private Optional<UUID> alone(String owner) {
    return reservations().takeAlone(owner, LEASE, Duration.ZERO).map(RunRow::id);
  }

  private void endPause(UUID run) {
    try {
      execute("UPDATE run SET due_at = CURRENT_TIMESTAMP WHERE id = ?", run);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Optional<Integer> none() {
    return Optional.empty();
  }

  /** Returns queued runs, each of which this many servers have lost in a row. */
  private List<UUID> lost(int servers, int runs) throws SQLException {
    List<UUID> lost = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      lost.add(queued());
      for (int j = 0; j < servers; j++) {
        lose(lost.getLast(), THERE);
      }
    }
    return lost;
  }

  private List<UUID> reserved(String owner) {
    return queue.reserve(owner, LEASE, 20).stream().map(RunRow::id).toList();
  }

  private void stepForward(ClaimResult.Admitted admitted) {
    List<RunEvent> step = List.of(new PhaseEvent.Started("survey", "look", Instant.EPOCH));
    journal
        .append(
            admitted.claim().writer(),
            admitted.head(),
            step,
            RunRowUpdates.progress(admitted.claim(), admitted.head(), step.size()))
        .await();
  }

  private void lose(UUID run, String owner) throws SQLException {
    admitted(run, owner);
    letLeaseRunOut(run);
    lost.expired(HERE).forEach(claim -> lost.requeue(claim, HERE));
  }

  private List<LifecycleEvent.Admitted> admissions(UUID run) {
    return journal.read(run, Position.START, 99).stream()
        .flatMap(it -> it.event() instanceof LifecycleEvent.Admitted one ? Stream.of(one) : null)
        .toList();
  }
}
