package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.Failure;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunsFixture;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every database must do for runs that move to another version of their agent. */
@EachDatabase
class RunMigrationTest extends RunsFixture {

  @Test
  void migratesARunWithRecordAndRowTogether() {
    UUID run = waiting(Instant.parse("2999-01-01T00:00:00Z"));
    long epoch = row(run).epoch();

    assertThat(queue.migrate(run, row(run).head(), migrated("v2"))).isTrue();

    assertThat(row(run).agentVersion()).isEqualTo("v2");
    assertThat(row(run).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(row(run).waitingFor()).isEmpty();
    assertThat(row(run).epoch()).isGreaterThan(epoch);
    assertThat(events(run))
        .containsExactly("run.submitted", "run.admitted", "run.waiting", "run.migrated");
    assertThat(queue.reserve(HERE, LEASE, 1)).extracting(RunRow::id).containsExactly(run);
  }

  @Test
  void migratesNoRunThatIsClaimedOrHasChangedSince() {
    UUID run = queued();
    Position decided = row(run).head();
    var admitted = admitted(run, HERE);

    assertThat(queue.migrate(run, decided, migrated("v2"))).isFalse();
    assertThat(queue.migrate(run, row(run).head(), migrated("v2"))).as("it is held").isFalse();
    releaseToWait(admitted, Instant.EPOCH);
    assertThat(queue.migrate(run, decided, migrated("v2"))).as("it moved on").isFalse();

    assertThat(row(run).agentVersion()).isEqualTo("v");
    assertThat(events(run)).containsExactly("run.submitted", "run.admitted", "run.waiting");
  }

  @Test
  void aMigrationResumesPausedRunsAndRetriesFailedOnes() {
    UUID paused = queued();
    queue.pause(paused, paused("ana"));
    UUID failed = queued();
    var admitted = admitted(failed, HERE);
    var failure = new LifecycleEvent.Failed(new Failure("broken", "it broke"));
    claims.release(admitted.claim(), admitted.head(), failure).await();

    assertThat(queue.migrate(paused, row(paused).head(), migrated("v2"))).isTrue();
    assertThat(queue.migrate(failed, row(failed).head(), migrated("v2"))).isTrue();

    assertThat(events(paused))
        .containsExactly("run.submitted", "run.paused", "run.resumed", "run.migrated");
    assertThat(events(failed)).endsWith("run.failed", "run.retried", "run.migrated").hasSize(5);
    assertThat(queue.reserve(HERE, LEASE, 5)).extracting(RunRow::id).contains(paused, failed);
  }

  @Test
  void aMigrationWithoutAnotherVersionKeepsTheAgent() {
    UUID run = queued();
    var tools =
        new ControlEvent.Migrated(
            "ana", Instant.EPOCH, "safe", List.of(), Optional.empty(), List.of());

    assertThat(queue.migrate(run, row(run).head(), tools)).isTrue();

    assertThat(row(run).agentVersion()).isEqualTo("v");
  }

  @Test
  void migratesNoRunInAFinalStatus() {
    UUID run = queued();
    queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"));

    assertThat(queue.migrate(run, row(run).head(), migrated("v2"))).isFalse();
  }

  private static ControlEvent.Migrated migrated(String version) {
    return new ControlEvent.Migrated(
        "ana",
        Instant.EPOCH,
        "it is safe",
        List.of(),
        Optional.of(new ControlEvent.Migrated.Version("v", version)),
        List.of());
  }
}
