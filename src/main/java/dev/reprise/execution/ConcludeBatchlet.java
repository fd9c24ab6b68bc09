package dev.reprise.execution;

import jakarta.batch.api.AbstractBatchlet;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;

/** The last step: lets go of the run. Its exit status, and the job's, is what became of the run. */
@Dependent
@Named("conclude")
public class ConcludeBatchlet extends AbstractBatchlet {

  @Inject JobContext job;
  @Inject Shutdown shutdown;
  @Inject Conclusion conclusion;

  @Override
  public String process() {
    var run = (RunInHand) job.getTransientUserData();
    String status = conclusion.conclude(run, new JobStop(run, job, shutdown));
    job.setExitStatus(status); // else the batch status, the same for FAILED and DEAD_LETTER
    return status;
  }
}
