package dev.reprise.execution.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchStatus;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchReleaserTest {

  @ParameterizedTest(name = "{0} of 10 ended, {1} requested, stopped by {2}: {3}")
  @CsvSource({
    "10, , , COMPLETED",
    "4, , , WAITING",
    "4, PAUSED, , PAUSED",
    "10, PAUSED, , COMPLETED",
    "4, FAILED, , FAILED",
    "4, CANCELLED, , CANCELLED",
    "10, CANCELLED, , CANCELLED",
    "4, , DRAIN, QUEUED",
    "4, CANCELLED, DRAIN, QUEUED",
    "4, , OPERATOR, PAUSED",
    "10, , OPERATOR, COMPLETED"
  })
  void theStatusAfterAJobFollowsFromTheRow(
      int ended, BatchStatus requested, BatchStop stop, BatchStatus next) {
    Batch batch = Batches.running(8, Batches.totals(10, ended), Optional.ofNullable(requested));

    assertThat(BatchReleaser.next(batch, Optional.ofNullable(stop))).isEqualTo(next);
  }
}
