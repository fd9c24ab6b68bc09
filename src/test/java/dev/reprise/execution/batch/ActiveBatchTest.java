package dev.reprise.execution.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.BatchStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ActiveBatchTest {

  private static final Instant NOW = Instant.parse("2026-11-25T08:00:00Z");

  private final ActiveBatch batch =
      new ActiveBatch(Batches.running(10, Batches.totals(100, 5), Optional.empty()));

  @Test
  void partitionsShareTheConcurrency() {
    batch.join(0);
    batch.join(1);

    assertThat(batch.admit(0, 100)).hasSize(5);
    assertThat(batch.admit(0, 100)).isEmpty();
    assertThat(batch.admit(1, 3)).hasSize(3);
    assertThat(batch.admit(1, 100)).hasSize(2);
  }

  @Test
  void aPartitionHasAllOfItOnceTheOthersAreOver() {
    batch.join(0);
    batch.join(1);
    batch.report(1, new ActiveBatch.Load(0, 0, Optional.empty(), true));

    assertThat(batch.admit(0, 100)).hasSize(10);
  }

  @Test
  void runsThatWaitForPeopleLeaveRoomForOthers() {
    batch.join(0);
    batch.report(0, new ActiveBatch.Load(4, 90, Optional.empty(), false));

    assertThat(batch.admit(0, 100)).hasSize(6);
  }

  @Test
  void isIdleWhenEachPartitionHasBeenForTheTime() {
    var time = Duration.ofSeconds(5);
    batch.join(0);
    batch.join(1);
    batch.report(0, new ActiveBatch.Load(0, 1, Optional.of(NOW.minusSeconds(9)), false));
    assertThat(batch.isIdle(NOW, time)).isFalse();
    batch.report(1, new ActiveBatch.Load(0, 1, Optional.of(NOW.minusSeconds(4)), false));
    assertThat(batch.isIdle(NOW, time)).isFalse();

    batch.report(1, new ActiveBatch.Load(0, 0, Optional.empty(), true));

    assertThat(batch.isIdle(NOW, time)).isTrue();
  }

  @Test
  void aRowThatWasReadEarlierChangesNothing() {
    batch.update(Batches.running(10, Batches.totals(100, 9), Optional.of(BatchStatus.PAUSED)));

    batch.update(Batches.running(10, Batches.totals(100, 8), Optional.empty()));

    assertThat(batch.totals().completed()).isEqualTo(9);
    assertThat(batch.requested()).contains(BatchStatus.PAUSED);
  }

  @Test
  void aLostClaimOutweighsOtherStops() {
    batch.stop(BatchStop.OPERATOR);
    batch.stop(BatchStop.DRAIN);
    assertThat(batch.stop()).contains(BatchStop.OPERATOR);
    batch.stop(BatchStop.CLAIM_LOST);
    assertThat(batch.stop()).contains(BatchStop.CLAIM_LOST);
  }
}
