package dev.reprise.execution;

import jakarta.batch.api.AbstractBatchlet;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;

/** The last step: lets go of the run. The exit status is what became of it. */
@Dependent
@Named("conclude")
public class ConcludeBatchlet extends AbstractBatchlet {

  @Inject JobContext job;
  @Inject Shutdown shutdown;
  @Inject Conclusion conclusion;

  @Override
  public String process() {
    var run = (RunInHand) job.getTransientUserData();
    return conclusion.conclude(run, new JobStop(run, job, shutdown));
  }
}
