package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.Position;
import dev.reprise.run.RunIdentity;
import dev.reprise.run.RunRow;
import dev.reprise.run.decision.HolderFailures;
import dev.reprise.run.state.RunStatus;
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

  private static RunRow row(long id) {
    return new RunRow(
        new UUID(0, id),
        new RunIdentity(
            "default", "clerk", "version", "here", "ana", Optional.empty(), Optional.empty()),
        RunStatus.QUEUED,
        Optional.empty(),
        new RunRow.JournalPlace(Position.START, Optional.empty(), Optional.empty()),
        new RunRow.Holder(0, Optional.empty(), HolderFailures.NONE),
        new RunRow.Requests(false, false, 0),
        new RunRow.Submission(Instant.EPOCH, Optional.empty()));
  }
}
