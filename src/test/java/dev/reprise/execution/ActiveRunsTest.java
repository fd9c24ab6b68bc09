package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunRows;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Slots for runs whose jobs are being started. */
class ActiveRunsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final ActiveRuns active = new ActiveRuns();

  @Test
  void freesTheSlotOfARunWhoseJobDiedBeforeItHeldTheRun() {
    RunRow dead = row(1);
    RunRow starting = row(2);
    active.starting(dead, NOW.minusSeconds(1));
    active.starting(starting, NOW.plusSeconds(1));

    assertThat(active.freeDead(NOW)).containsExactly(dead.id());

    assertThat(active.count()).isEqualTo(1);
    assertThat(active.reserved(starting.id())).contains(starting);
    assertThat(active.reserved(dead.id())).isEmpty();
  }

  /** A record may take longer to read than a lease lasts. */
  @Test
  void keepsTheSlotOfARunWhoseRecordIsRead() {
    RunRow row = row(1);
    var clock = new LeaseClock(() -> 0, Clock.systemUTC(), Duration.ofSeconds(30));
    var lease = new Lease(new Claim(row.id(), "default", 1), clock, claim -> true, clock.now());
    active.starting(row, NOW.minusSeconds(1));

    active.reading(row, lease);

    assertThat(active.freeDead(NOW)).isEmpty();
    assertThat(active.reading()).containsExactly(lease);
    assertThat(active.count()).isEqualTo(1);
    active.started(row.id());
    assertThat(active.count()).isZero();
  }

  @Test
  void startsWithOneRunAndSaysWhenThereIsRoomForMore() {
    var room = new AtomicInteger();
    active.whenOneLeaves(() -> room.set(active.room(5)));
    assertThat(active.room(5)).isEqualTo(1);
    active.starting(row(1), NOW.plusSeconds(1));
    assertThat(active.room(5)).isZero();

    active.started(row(1).id());

    assertThat(room).hasValue(5);
    active.starting(row(2), NOW.plusSeconds(1));
    assertThat(active.room(5)).isEqualTo(4);
  }

  /** Between the read of its row and its activity nothing else would tell a short run in time. */
  @Test
  void aRunIsToldWhatWasAskedOfItWhileItWasAboutToStart() {
    MemoryJournal journal = Engine.submitted();
    RunRow row = RunRows.queued(Engine.RUN);
    Lease lease = Leases.endless(new Claim(row.id(), "default", journal.claim()));
    var run =
        new ActiveRun(
            lease,
            Optional.empty(),
            journal,
            ReplayedRun.from(journal, row.id(), GeneratedAgents.any().sample()));

    active.starting(row, NOW);
    active.posted(row.id(), 1);
    active.reading(row, lease);
    active.requested(row.id(), RunStatus.CANCELLED);
    active.add(run);

    assertThat(run.hasUnread()).isTrue();
    assertThat(run.stopCause()).contains(StopCause.CANCEL);
  }

  private static RunRow row(long id) {
    return RunRows.queued(new UUID(0, id));
  }
}
