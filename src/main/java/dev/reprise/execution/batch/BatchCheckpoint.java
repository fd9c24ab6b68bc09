package dev.reprise.execution.batch;

import jakarta.batch.api.chunk.AbstractCheckpointAlgorithm;
import jakarta.batch.runtime.context.StepContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;

/**
 * Ends a chunk when no further item has ended by now, so that a slow item does not delay the
 * results of those before it, and at the latest after {@value #MOST} items.
 */
@Dependent
@Named("batchCheckpoint")
public class BatchCheckpoint extends AbstractCheckpointAlgorithm {

  private static final int MOST = 200;

  @Inject StepContext step;

  private int items;

  @Override
  public void beginCheckpoint() {
    items = 0;
  }

  @Override
  public boolean isReadyToCheckpoint() {
    items++;
    return items >= MOST
        || !(step.getTransientUserData() instanceof ItemWindow window)
        || !window.hasEnded();
  }
}
