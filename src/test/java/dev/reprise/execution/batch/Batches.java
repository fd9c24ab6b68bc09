package dev.reprise.execution.batch;

import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchLimits;
import dev.reprise.batch.BatchMode;
import dev.reprise.batch.BatchStatus;
import dev.reprise.batch.BatchTotals;
import dev.reprise.batch.BatchWork;
import dev.reprise.run.AgentRef;
import dev.reprise.run.Requester;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Batches as tests need them. */
final class Batches {

  private static final UUID ID = new UUID(0, 7);

  private Batches() {}

  static Batch running(int concurrency, BatchTotals totals, Optional<BatchStatus> requested) {
    return new Batch(
        ID,
        "acme",
        new BatchWork(
            Optional.empty(),
            new AgentRef("clerk", "abc"),
            "desk",
            new Requester("ana", Optional.empty()),
            0,
            Optional.empty(),
            BatchMode.RUNS),
        new BatchLimits(
            concurrency, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
        totals,
        new Batch.State(BatchStatus.RUNNING, requested, Optional.empty()),
        new Batch.Holder(Optional.of("here#1"), 1, Optional.of(7L)),
        new Batch.Times(Instant.EPOCH, Optional.empty(), Optional.empty(), Optional.empty()));
  }

  static BatchTotals totals(int items, int completed) {
    return new BatchTotals(items, completed, 0, 0, 0, BigDecimal.ZERO, 0, completed);
  }
}
