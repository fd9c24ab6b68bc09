package dev.reprise.run.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.RunRow;
import dev.reprise.run.RunsFixture;
import dev.reprise.run.state.HolderFailures;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every database must do for runs that may have ended their servers. */
abstract class SuspectRunsContract extends RunsFixture {

  @Test
  void chargesTheEndOfAServerToTheOnlyRunThatItHeld() throws SQLException {
    UUID alone = queued();
    lose(alone, THERE);

    admitted(alone, HERE);

    assertThat(admissionsBeside(alone)).containsExactly(Optional.empty(), Optional.empty());
  }

  @Test
  void chargesTheEndOfAServerToNoneOfSeveralRunsThatItHeld() throws SQLException {
    List<UUID> runs = List.of(queued(), queued(), queued());
    for (UUID run : runs) {
      admitted(run, THERE);
    }
    for (UUID run : runs) { // when each lease turns out to be over
      letLeaseRunOut(run);
      lost.expired(HERE).forEach(lost::requeue);
    }

    for (UUID run : runs) {
      admitted(run, HERE);
      assertThat(admissionsBeside(run)).containsExactly(Optional.empty(), Optional.of(2));
      assertThat(row(run).holderFailures()).isEqualTo(new HolderFailures(1, 1, 0));
    }
  }

  @Test
  void resumesSuspectsAFewAtATimeAndOthersBesideThem() throws SQLException {
    List<UUID> suspects = lost(HolderFailures.SUSPECT, SuspectRuns.GROUP + 2);
    UUID fresh = queued();

    List<UUID> first = reserved(HERE);

    assertThat(first).hasSize(1 + SuspectRuns.GROUP).contains(fresh);
    assertThat(reserved(HERE)).as("while these are about to begin").isEmpty();
    UUID next = first.stream().filter(suspects::contains).findFirst().orElseThrow();
    var admitted = admitted(next, HERE);
    assertThat(reserved(HERE)).as("while a holder has them").isEmpty();

    stepForward(admitted);

    assertThat(row(next).holderFailures()).isEqualTo(HolderFailures.NONE);
    assertThat(reserved(HERE)).as("in the place of the one that is cleared").hasSize(1);
    assertThat(reserved("elsewhere#1")).as("another server has its own").hasSize(1);
  }

  @Test
  void resumesPrimeSuspectsOneByOneAfterAllOthers() throws SQLException {
    List<UUID> prime = lost(HolderFailures.PRIME_SUSPECT, 2);
    List<UUID> suspects = lost(HolderFailures.SUSPECT, 2);

    assertThat(reserved(HERE)).containsExactlyInAnyOrderElementsOf(suspects);
    assertThat(reserved(HERE)).as("beside suspects").isEmpty();
    for (UUID suspect : suspects) {
      stepForward(admitted(suspect, HERE));
    }
    List<UUID> first = reserved(HERE);
    assertThat(first).hasSize(1);
    assertThat(reserved(HERE)).as("beside a prime suspect").isEmpty();
    assertThat(reserved(THERE)).as("there is one for each server").hasSize(1);
    assertThat(prime).containsAll(first);
  }

  @Test
  void chargesAPrimeSuspectWithTheEndOfItsServerWhateverElseThatHeld() throws SQLException {
    UUID poison = lost(HolderFailures.PRIME_SUSPECT, 1).getFirst();
    admitted(poison, THERE);
    UUID fresh = queued();
    admitted(fresh, THERE);
    letLeaseRunOut(poison);
    letLeaseRunOut(fresh);
    lost.expired(HERE).forEach(lost::requeue);
    assertThat(new QueueInspector(table, new FairShareSettings()).place(poison).orElseThrow().why())
        .isEqualTo(new QueuedReason.Suspected(HolderFailures.PRIME_SUSPECT + 1));

    admitted(poison, HERE);
    admitted(fresh, HERE);

    assertThat(admissionsBeside(poison)).last().isEqualTo(Optional.empty());
    assertThat(journal.read(poison, Position.START, 99).getLast().event())
        .isInstanceOfSatisfying(
            LifecycleEvent.Admitted.class,
            it -> assertThat(it.losses()).contains(HolderFailures.PRIME_SUSPECT + 1));
    assertThat(admissionsBeside(fresh)).last().isEqualTo(Optional.of(1));
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
    Claims.appendProgress(journal, admitted.claim(), admitted.head(), step).await();
  }

  private void lose(UUID run, String owner) throws SQLException {
    admitted(run, owner);
    letLeaseRunOut(run);
    lost.expired(HERE).forEach(lost::requeue);
  }

  private List<Optional<Integer>> admissionsBeside(UUID run) {
    return journal.read(run, Position.START, 99).stream()
        .flatMap(it -> it.event() instanceof LifecycleEvent.Admitted one ? Stream.of(one) : null)
        .map(LifecycleEvent.Admitted::beside)
        .toList();
  }
}
