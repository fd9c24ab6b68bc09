package dev.reprise.execution.batch;

import jakarta.batch.api.BatchProperty;
import jakarta.batch.api.listener.AbstractStepListener;
import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.context.JobContext;
import jakarta.batch.runtime.context.StepContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds the batch around the step: claims it before the partitions, or says why not, and releases
 * it after them, on every path by which the step can end. The exit status of the step and the job
 * is the status of the batch.
 */
@Dependent
@Named("batchStepListener")
public class BatchStepListener extends AbstractStepListener {

  @Inject
  @BatchProperty(name = "batchId")
  @Nullable String batchId;

  @Inject JobContext job;
  @Inject StepContext step;
  @Inject BatchClaimer claimer;
  @Inject BatchReleaser releaser;
  @Inject ActiveBatches active;

  @Override
  public void beforeStep() {
    switch (claimer.claim(Optional.ofNullable(batchId), job)) {
      case BatchClaimer.Claimed(ActiveBatch batch) -> {
        job.setTransientUserData(batch);
        active.add(batch);
      }
      case BatchClaimer.Refused(String why) -> job.setExitStatus("REFUSED: " + why);
    }
  }

  @Override
  public void afterStep() {
    if (!(job.getTransientUserData() instanceof ActiveBatch batch)) {
      step.setExitStatus("REFUSED");
      return;
    }
    try {
      boolean hasFailed = step.getBatchStatus() == BatchStatus.FAILED;
      String status = releaser.release(batch, hasFailed, Optional.ofNullable(step.getException()));
      step.setExitStatus(status);
      job.setExitStatus(status);
    } finally {
      active.remove(batch);
    }
  }
}
