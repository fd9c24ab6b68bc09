package dev.reprise.execution;

import jakarta.batch.api.listener.AbstractJobListener;
import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;

/**
 * Sees every job off, however it ends: a run that {@code conclude} has not let go of is let go of
 * here.
 */
@Dependent
@Named("runJobListener")
public class RunJobListener extends AbstractJobListener {

  @Inject JobContext job;
  @Inject Shutdown shutdown;
  @Inject Conclusion conclusion;
  @Inject RunsInHand inHand;

  @Override
  public void afterJob() {
    if (!(job.getTransientUserData() instanceof RunInHand run)) {
      return; // refused: the job holds no run
    }
    try {
      if (run.isHeld()) {
        letGo(run);
      }
    } finally {
      inHand.remove(run);
    }
  }

  private void letGo(RunInHand run) {
    BatchStatus status = job.getBatchStatus();
    if (status == BatchStatus.STOPPING || status == BatchStatus.STOPPED) {
      conclusion.conclude(run, new JobStop(run, job, shutdown));
    } else {
      conclusion.putBack(run);
    }
  }
}
