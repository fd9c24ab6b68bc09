package dev.reprise.execution.batch;

import dev.reprise.execution.StopCause;
import dev.reprise.execution.job.ShutdownDetector;
import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Notices that the job of a batch is stopped, and tells apart why. */
@ApplicationScoped
class BatchShutdown {

  private final ShutdownDetector detector;

  @Inject
  BatchShutdown(ShutdownDetector detector) {
    this.detector = detector;
  }

  /** Lets the batch of a job stop, if the job is being stopped. */
  void check(ActiveBatch batch, JobContext job) {
    if (batch.stop().isEmpty() && job.getBatchStatus() == BatchStatus.STOPPING) {
      batch.stop(detector.ofStoppedJob() == StopCause.DRAIN ? BatchStop.DRAIN : BatchStop.OPERATOR);
    }
  }

  /** See {@link ShutdownDetector#wasStoppedByOperator}. */
  boolean wasStoppedByOperator(JobContext job) {
    return detector.wasStoppedByOperator(job);
  }
}
