package dev.reprise.execution.batch;

import dev.reprise.batch.ItemOutcome;
import jakarta.batch.api.chunk.AbstractItemWriter;
import jakarta.batch.runtime.context.StepContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;

/**
 * Records how items ended, those of a chunk in one transaction. It is not the chunk's own, which
 * commits right after it: if the server is lost between the two, the rows are right, and the
 * checkpoint is older.
 */
@Dependent
@Named("batchItemWriter")
public class BatchItemWriter extends AbstractItemWriter {

  @Inject StepContext step;
  @Inject BatchWorker worker;

  @Override
  public void writeItems(List<Object> items) {
    if (step.getTransientUserData() instanceof ItemWindow window) {
      worker.record(window, items.stream().map(ItemOutcome.class::cast).toList());
    }
  }
}
