package dev.reprise.execution.batch;

import dev.reprise.batch.BatchMode;
import jakarta.batch.api.BatchProperty;
import jakarta.batch.api.partition.PartitionMapper;
import jakarta.batch.api.partition.PartitionPlan;
import jakarta.batch.api.partition.PartitionPlanImpl;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Divides the positions of a batch into ranges, each of which a thread of this server carries out:
 * one for each {@value #ITEMS} items, at most {@value #MOST}. They need not be more, because a
 * partition only submits runs and waits for their ends.
 *
 * <p>A restart divides them again: the rows of the items, and not the partitions of the job before,
 * say which items are left. Before that, items go to batches of the provider, if they are to.
 */
@Dependent
@Named("batchPartitionMapper")
public class BatchPartitionMapper implements PartitionMapper {

  private static final int ITEMS = 500;
  private static final int MOST = 4;

  @Inject
  @BatchProperty(name = "batchId")
  @Nullable String batchId;

  @Inject ActiveBatches batches;
  @Inject ProviderSubmissions provider;

  @Override
  public PartitionPlan mapPartitions() {
    Optional<ActiveBatch> batch =
        Optional.ofNullable(batchId)
            .filter(id -> !id.isEmpty())
            .map(UUID::fromString)
            .flatMap(batches::find);
    batch
        .filter(it -> it.batch().work().mode() == BatchMode.PROVIDER_BATCH)
        .ifPresent(provider::advance);
    return plan(batch.map(it -> it.totals().items()).orElse(0));
  }

  static PartitionPlan plan(int items) {
    int partitions = Math.clamp(Math.ceilDiv(items, ITEMS), 1, MOST);
    Properties[] ranges = new Properties[partitions];
    for (int i = 0; i < partitions; i++) {
      ranges[i] = new Properties();
      ranges[i].setProperty("partition", Integer.toString(i));
      ranges[i].setProperty("first", Integer.toString(end(items, i, partitions) + 1));
      ranges[i].setProperty("last", Integer.toString(end(items, i + 1, partitions)));
    }
    var plan = new PartitionPlanImpl();
    plan.setPartitions(partitions);
    plan.setThreads(partitions);
    plan.setPartitionsOverride(true);
    plan.setPartitionProperties(ranges);
    return plan;
  }

  /** Returns the last position of the first {@code count} partitions. */
  private static int end(int items, int count, int partitions) {
    return (int) ((long) items * count / partitions);
  }
}
