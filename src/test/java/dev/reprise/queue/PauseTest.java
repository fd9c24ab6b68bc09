package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunsFixture;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every database must do for pauses of runs and their ends. */
@EachDatabase
class PauseTest extends RunsFixture {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void pausesAnUnclaimedRunAtOnceAndResumesIt() {
    UUID due = queued();
    UUID waiting = waiting(Instant.EPOCH);

    assertThat(queue.pause(due, paused("ana"))).isTrue();
    assertThat(queue.pause(waiting, paused("ana"))).isTrue();
    assertThat(queue.pause(due, paused("bo"))).isTrue(); // it is paused already

    assertThat(queue.wake()).as("time does not wake what is paused").isZero();
    assertThat(queue.reserve(HERE, LEASE, 5)).isEmpty();
    assertThat(events(due)).containsExactly("run.submitted", "run.paused");
    assertThat(queue.resume(due, resumed())).isTrue();
    assertThat(queue.resume(waiting, resumed())).isTrue();
    assertThat(queue.resume(due, resumed())).isFalse();
    assertThat(queue.reserve(HERE, LEASE, 5)).extracting(RunRow::id).contains(due, waiting);
  }

  @Test
  void actsOnTheVersionAloneThatAPersonHasSeen() {
    UUID run = queued();
    Optional<RunRow.Version> seen = Optional.of(version(run));

    assertThat(queue.pause(run, paused("ana"), seen)).isTrue();

    assertThat(queue.resume(run, Optional.empty(), resumed(), seen)).isFalse();
    assertThat(queue.cancel(run, new ControlEvent.Cancelled("bo", "enough"), seen)).isFalse();
    assertThat(queue.pause(run, paused("bo"), seen)).isFalse();
    assertThat(events(run)).containsExactly("run.submitted", "run.paused");
    assertThat(queue.resume(run, Optional.empty(), resumed(), Optional.of(version(run)))).isTrue();
  }

  private RunRow.Version version(UUID run) {
    RunRow row = row(run);
    return new RunRow.Version(row.epoch(), row.head().sequence());
  }

  @Test
  void recordsADecisionOfAPausedRunWhichStaysPaused() {
    UUID run = queued();
    queue.pause(run, paused("ana"));
    var decided =
        new HumanInputEvent.Decided(
            "only", 1, "c1", true, "bo", NOW, Optional.empty(), Optional.empty());
    Position head = row(run).head();

    assertThat(unclaimed.note(run, head, List.of(decided))).isTrue();
    assertThat(unclaimed.note(run, head, List.of(decided))).as("the journal has grown").isFalse();

    assertThat(row(run).status()).isEqualTo(RunStatus.PAUSED);
    assertThat(queue.resume(run, resumed())).isTrue();
    assertThat(events(run))
        .containsExactly("run.submitted", "run.paused", "tool-call.decided", "run.resumed");
  }

  @Test
  void tellsTheHolderOfARunToPauseItOnce() {
    UUID run = queued();
    var admitted = admitted(run, HERE);

    assertThat(queue.pause(run, paused("ana"))).isTrue();
    assertThat(queue.pause(run, paused("bo"))).isTrue();
    assertThat(queue.pause(run, paused("ana"))).isTrue();

    assertThat(claims.heldBy(HERE))
        .containsExactly(new Claims.Held(admitted.claim(), false, true, 0));
    assertThat(queue.withdrawPause(run, "ana", Optional.empty()))
        .as("that of ana, who submitted the run, has given way to that of bo")
        .isFalse();
    claims.release(admitted.claim(), admitted.head(), paused("ana")).await();
    assertThat(queue.resume(run, resumed())).isTrue();
    assertThat(row(run).pauseRequested()).isFalse();
  }

  @Test
  void keepsAPauseRequestWhileARunWaits() {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    queue.pause(run, paused("ana"));
    claims.release(admitted.claim(), admitted.head(), new LifecycleEvent.HandedOver(HERE)).await();

    assertThat(queue.reserve(HERE, LEASE, 1))
        .singleElement()
        .extracting(RunRow::pauseRequested)
        .isEqualTo(true);
  }

  @Test
  void withdrawsAPauseThatCameTooLateForTheJobOfARunThatWaits() {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    queue.pause(run, paused("ana"));
    releaseToWait(admitted, Instant.EPOCH);
    assertThat(row(run).pauseRequested()).isTrue();

    assertThat(queue.withdrawPause(run, "ana", Optional.empty())).isTrue();

    assertThat(row(run).pauseRequested()).isFalse();
    assertThat(row(run).status()).isEqualTo(RunStatus.WAITING);
    assertThat(queue.withdrawPause(run, "ana", Optional.empty()))
        .as("there is nothing to withdraw")
        .isFalse();
    assertThat(events(run)).containsExactly("run.submitted", "run.admitted", "run.waiting");
  }

  @Test
  void withdrawsAPauseBeforeTheHolderOfTheRunSeesIt() {
    UUID run = queued();
    Claim claim = admitted(run, HERE).claim();
    queue.pause(run, paused("ana"));

    assertThat(queue.resume(run, resumed())).as("it is not paused yet").isFalse();
    assertThat(queue.withdrawPause(run, "bo", Optional.empty())).as("of another").isFalse();
    assertThat(queue.withdrawPause(run, "ana", Optional.empty())).isTrue();

    assertThat(claims.heldBy(HERE)).containsExactly(new Claims.Held(claim, false, false, 0));
    assertThat(queue.withdrawPause(run, "ana", Optional.empty())).isFalse();
  }

  @Test
  void pausesAWaitingRunWithAnEarlierPauseRequestAtOnce() {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    queue.pause(run, paused("ana"));
    releaseToWait(admitted, Instant.EPOCH);

    assertThat(queue.pause(run, paused("bo"))).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.PAUSED);
    assertThat(row(run).pauseRequested()).isFalse();
  }

  @Test
  void pausesNoEndedRun() {
    UUID run = queued();
    queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"));

    assertThat(queue.pause(run, paused("ana"))).isFalse();
    assertThat(queue.resume(run, resumed())).isFalse();
  }
}
