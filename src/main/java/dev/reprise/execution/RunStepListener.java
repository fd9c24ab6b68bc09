package dev.reprise.execution;

import jakarta.batch.api.BatchProperty;
import jakarta.batch.api.listener.AbstractStepListener;
import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.context.JobContext;
import jakarta.batch.runtime.context.StepContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;

/**
 * Holds the run around the step: before it, admits the job to its run or says why not; behind it,
 * lets go of the run, on every path by which the step can end. The step's exit status, and the
 * job's with it, is what became of the run.
 *
 * <p>A listener and not steps of their own: each further step costs the batch runtime as much as
 * ten steps of an agent.
 */
@Dependent
@Named("runStepListener")
public class RunStepListener extends AbstractStepListener {

  @Inject
  @BatchProperty(name = "runId")
  String runId;

  @Inject JobContext job;
  @Inject StepContext step;
  @Inject Shutdown shutdown;
  @Inject Admissions admissions;
  @Inject Conclusion conclusion;
  @Inject RunsInHand inHand;

  @Override
  public void beforeStep() {
    switch (admissions.admit(runId, job.getExecutionId())) {
      case Admissions.Begin(RunInHand run) -> job.setTransientUserData(run);
      case Admissions.Refuse(String why) -> job.setExitStatus("REFUSED: " + why);
    }
  }

  @Override
  public void afterStep() {
    if (!(job.getTransientUserData() instanceof RunInHand run)) {
      step.setExitStatus("REFUSED");
      return;
    }
    try {
      letGo(run);
    } finally {
      inHand.remove(run);
    }
  }

  private void letGo(RunInHand run) {
    if (step.getBatchStatus() == BatchStatus.FAILED) {
      conclusion.putBack(run);
      return;
    }
    try {
      step.setExitStatus(conclusion.conclude(run, new JobStop(run, job, shutdown)));
    } catch (RuntimeException e) {
      conclusion.putBack(run);
      throw e;
    }
  }
}
