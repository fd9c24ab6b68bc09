package dev.reprise.execution.batch;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.batch.BatchAct;
import dev.reprise.batch.BatchActKind;
import dev.reprise.batch.store.BatchActs;
import dev.reprise.execution.job.ShutdownDetector;
import jakarta.batch.api.BatchProperty;
import jakarta.batch.api.listener.AbstractStepListener;
import jakarta.batch.api.listener.JobListener;
import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.context.JobContext;
import jakarta.batch.runtime.context.StepContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Holds the batch around the step: claims it before the partitions, or says why not, and releases
 * it after them, on every path by which the step can end. The exit status of the step and the job
 * is the status of the batch.
 *
 * <p>After the job, it pauses the batch if an operator stopped the job after the release.
 */
@Dependent
@Named("batchStepListener")
public class BatchStepListener extends AbstractStepListener implements JobListener {

  private static final System.Logger LOG = System.getLogger(BatchStepListener.class.getName());

  @Inject
  @BatchProperty(name = "batchId")
  @Nullable String batchId;

  @Inject JobContext job;
  @Inject StepContext step;
  @Inject BatchClaimer claimer;
  @Inject BatchReleaser releaser;
  @Inject ActiveBatches active;
  @Inject BatchShutdown shutdown;
  @Inject BatchActs acts;
  @Inject Clock clock;

  /**
   * What the job has released.
   *
   * @param status the exit status of the step
   */
  record Released(UUID batch, String status) {}

  @Override
  public void beforeJob() {}

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
      shutdown.check(batch, job); // the last partition may have ended just before the stop
      boolean hasFailed = step.getBatchStatus() == BatchStatus.FAILED;
      String status = releaser.release(batch, hasFailed, Optional.ofNullable(step.getException()));
      step.setExitStatus(status);
      job.setExitStatus(status);
      job.setTransientUserData(new Released(batch.id(), status));
    } finally {
      active.remove(batch);
    }
  }

  @Override
  public void afterJob() {
    if (job.getTransientUserData() instanceof Released(UUID batch, String status)) {
      if (shutdown.wasStoppedByOperator(job)) {
        pause(batch);
      } else if (ShutdownDetector.WORK_LEFT.equals(job.getExitStatus())) {
        job.setExitStatus(status);
      }
    }
  }

  /** Does nothing if the job has paused the batch already, or it has ended. */
  private void pause(UUID batch) {
    var act =
        new BatchAct(
            BatchActKind.PAUSE,
            "batch administration",
            "its job was stopped in the batch administration",
            clock.instant());
    if (acts.pause(batch, act) == BatchActs.Result.ACCEPTED) {
      LOG.log(INFO, "batch %s: PAUSED, because an operator has stopped its job".formatted(batch));
      job.setExitStatus(dev.reprise.batch.BatchStatus.PAUSED.name());
    }
  }
}
