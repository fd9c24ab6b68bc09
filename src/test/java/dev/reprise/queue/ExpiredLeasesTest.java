package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunSql;
import dev.reprise.queue.row.RunsFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every database must do for runs whose server has ended. */
@EachDatabase
class ExpiredLeasesTest extends RunsFixture {

  @Test
  void queuesARunOfADeadHolderOnceThoughSeveralServersSweep() throws Exception {
    UUID run = queued();
    Claim claim = admitted(run, THERE).claim();
    assertThat(lost.expired(HERE)).isEmpty();
    letLeaseRunOut(run);

    assertThat(lost.expired(HERE)).containsExactly(claim);
    Callable<Boolean> sweep = () -> lost.requeue(claim, HERE);
    int requeued = 0;
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (Future<Boolean> one : threads.invokeAll(Collections.nCopies(4, sweep))) {
        requeued += one.get() ? 1 : 0;
      }
    }
    assertThat(requeued).isEqualTo(1);
    assertThat(queue.reserve(HERE, LEASE, 1)).extracting(RunRow::id).containsExactly(run);
    assertThat(claims.requeue(claim, Duration.ZERO)).isFalse();
  }

  @Test
  void findsRunsOfDeadHoldersPageByPage() throws SQLException {
    for (int i = 0; i < 503; i++) {
      queued();
    }
    execute(
        "UPDATE run SET status = 'RUNNING', owner = 'gone#1', lease_until = "
            + RunSql.fromNow(Duration.ofSeconds(-1)));

    List<Claim> first = lost.expired(HERE);
    assertThat(first).hasSize(500);
    first.forEach(claim -> lost.requeue(claim, HERE));

    List<Claim> second = lost.expired(HERE);
    assertThat(second).hasSize(3).doesNotContainAnyElementsOf(first);
    second.forEach(claim -> lost.requeue(claim, HERE));
    assertThat(lost.expired(HERE)).isEmpty();
  }

  @Test
  void expiresOnlyTheLeasesOfAServersEarlierStarts() {
    UUID mine = queued();
    UUID others = queued();
    Claim dead = admitted(mine, "here#0").claim();
    admitted(others, THERE);

    assertThat(lost.expireEarlierStarts("here", HERE)).isEqualTo(1);

    assertThat(lost.expired(HERE)).containsExactly(dead);
  }

  @Test
  void knowsWhichRunsAnEarlierStartEndedJustBeforeItsOwnEnd() throws SQLException {
    UUID before = completedBy("here#0", 1);
    UUID last = completedBy("here#0", 2);
    completedBy("there#0", 3);
    completedBy(HERE, 4);
    completedBy("here#0", Optional.empty()); // without a job
    execute(
        "UPDATE run SET updated_at = {fn TIMESTAMPADD(SQL_TSI_MINUTE, -2, updated_at)}"
            + " WHERE id = '%s'".formatted(before));

    assertThat(lost.endedLast("here", HERE)).isEqualTo(Map.of(last, 2L));
  }

  private UUID completedBy(String owner, long execution) {
    return completedBy(owner, Optional.of(execution));
  }

  private UUID completedBy(String owner, Optional<Long> execution) {
    UUID run = queued();
    var admitted = (ClaimResult.Admitted) claims.claim(run, owner, LEASE, execution);
    claims.release(admitted.claim(), admitted.head(), new LifecycleEvent.Completed("done")).await();
    return run;
  }
}
