package dev.reprise.execution.job;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.tool.WorkflowBreakerPermits;
import dev.reprise.run.Claim;
import dev.reprise.run.state.RunStatus;
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
 * Holds the run around the step. Before the step, it claims the run or says why not; after the
 * step, it releases the run, on every path by which the step can end. The exit status of the step
 * and the job is the status of the run.
 *
 * <p>A listener and not separate steps: each further step costs the batch runtime as much as ten
 * steps of an agent.
 */
@Dependent
@Named("runStepListener")
public class RunStepListener extends AbstractStepListener {

  @Inject
  @BatchProperty(name = "runId")
  @Nullable String runId;

  @Inject JobContext job;
  @Inject StepContext step;
  @Inject ShutdownDetector shutdown;
  @Inject BatchAdministration administration;
  @Inject RunClaimer claimer;
  @Inject RunReleaser releaser;
  @Inject BreakdownRecovery breakdowns;
  @Inject WorkflowBreakerPermits workflows;
  @Inject ActiveRuns active;

  @Override
  public void beforeStep() {
    administration.show(job.getInstanceId());
    String named = administration.runOf(Optional.ofNullable(runId), job);
    switch (claimer.claim(named, job)) {
      case RunClaimer.Claimed(JobRun held) -> job.setTransientUserData(held);
      case RunClaimer.AlreadyEnded(RunStatus status) -> job.setTransientUserData(status);
      case RunClaimer.Failed(Claim unused, RunStatus status, String why) -> {
        if (status == RunStatus.DEAD_LETTER) {
          job.setTransientUserData(status); // as if the step had given the run up
        } else {
          job.setExitStatus("REFUSED: " + why);
        }
      }
      case RunClaimer.Refused(String why) -> job.setExitStatus("REFUSED: " + why);
    }
  }

  @Override
  public void afterStep() {
    switch (job.getTransientUserData()) {
      case JobRun held -> {
        ActiveRun run = held.run();
        try {
          release(run);
        } finally {
          active.remove(run);
          workflows.abandon(run.id());
        }
      }
      case RunStatus status -> setExitStatus(status.name());
      case null, default -> step.setExitStatus("REFUSED");
    }
  }

  private void setExitStatus(String status) {
    step.setExitStatus(status);
    job.setExitStatus(status); // the default, the batch status, is FAILED for DEAD_LETTER too
  }

  private void release(ActiveRun run) {
    if (step.getBatchStatus() == BatchStatus.FAILED) {
      breakdowns.requeue(run, Optional.ofNullable(step.getException()));
      return;
    }
    try {
      setExitStatus(releaser.release(run, new JobStopCheck(run, job, shutdown)));
    } catch (RuntimeException | Error e) {
      breakdowns.requeue(run, Optional.of(e));
      throw e;
    }
  }
}
