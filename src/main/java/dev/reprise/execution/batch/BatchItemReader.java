package dev.reprise.execution.batch;

import dev.reprise.batch.ItemOutcome;
import jakarta.batch.api.BatchProperty;
import jakarta.batch.api.chunk.AbstractItemReader;
import jakarta.batch.runtime.context.JobContext;
import jakarta.batch.runtime.context.StepContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Returns how the items of a partition end, in the order in which they do, until all have ended, or
 * the batch stops or waits. Meanwhile it keeps as many runs under way as the batch may have.
 *
 * <p>The rows of the items say which ones are left. The checkpoint is the position before the first
 * of them, for operators: it may be older than the rows, and an item that is retried lies before
 * it. Tested by {@code BatchIT}.
 */
@Dependent
@Named("batchItemReader")
public class BatchItemReader extends AbstractItemReader {

  private static final long SHORTEST_PAUSE_MILLIS = 20;
  private static final long LONGEST_PAUSE_MILLIS = 500;

  @Inject
  @BatchProperty(name = "batchId")
  @Nullable String batchId;

  @Inject
  @BatchProperty(name = "partition")
  @Nullable String partition;

  @Inject
  @BatchProperty(name = "first")
  @Nullable String first;

  @Inject
  @BatchProperty(name = "last")
  @Nullable String last;

  @Inject JobContext job;
  @Inject StepContext step;
  @Inject ActiveBatches batches;
  @Inject BatchWorker worker;
  @Inject BatchShutdown shutdown;

  private Optional<ItemWindow> window = Optional.empty();
  private long pause = SHORTEST_PAUSE_MILLIS;

  @Override
  public void open(@Nullable Serializable checkpoint) {
    window =
        Optional.ofNullable(batchId)
            .filter(id -> !id.isEmpty())
            .map(UUID::fromString)
            .flatMap(batches::find)
            .map(batch -> new ItemWindow(batch, number(partition), number(first), number(last)));
    window.ifPresent(step::setTransientUserData);
  }

  private static int number(@Nullable String property) {
    return Integer.parseInt(Optional.ofNullable(property).orElseThrow());
  }

  @Override
  public @Nullable ItemOutcome readItem() throws InterruptedException {
    return window.isEmpty() ? null : next(window.get()).orElse(null);
  }

  private Optional<ItemOutcome> next(ItemWindow items) throws InterruptedException {
    Optional<ItemOutcome> ended = items.nextEnded();
    while (ended.isEmpty() && !isStopped(items.batch()) && !worker.advance(items)) {
      ended = items.nextEnded();
      if (ended.isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
      }
    }
    if (ended.isPresent()) {
      pause = SHORTEST_PAUSE_MILLIS;
    }
    return ended;
  }

  /** Returns whether the job must leave the batch now; what is under way goes on without it. */
  private boolean isStopped(ActiveBatch batch) {
    shutdown.check(batch, job);
    return batch.stop().isPresent();
  }

  @Override
  public Serializable checkpointInfo() {
    return window.map(ItemWindow::position).orElse(0);
  }
}
