package dev.reprise.execution.job;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.tool.WorkflowBreakerPermits;
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
  @Nullable String runId;

  @Inject JobContext job;
  @Inject StepContext step;
  @Inject ShutdownDetector shutdown;
  @Inject BatchAdministration administration;
  @Inject RunClaimer admissions;
  @Inject RunReleaser conclusion;
  @Inject BreakdownRecovery breakdowns;
  @Inject WorkflowBreakerPermits workflows;
  @Inject ActiveRuns inHand;

  @Override
  public void beforeStep() {
    administration.show(job.getInstanceId());
    String named = administration.runOf(Optional.ofNullable(runId), job);
    switch (admissions.claim(named, job)) {
      case RunClaimer.Begin(ActiveRun run) -> job.setTransientUserData(run);
      case RunClaimer.Rest(RunStatus status) -> job.setTransientUserData(status);
      case RunClaimer.Refuse(String why) -> job.setExitStatus("REFUSED: " + why);
    }
  }

  @Override
  public void afterStep() {
    switch (job.getTransientUserData()) {
      case ActiveRun run -> {
        try {
          release(run);
        } finally {
          inHand.remove(run);
          workflows.left(run.id());
        }
      }
      case RunStatus status -> setExitStatus(status.name());
      case null, default -> step.setExitStatus("REFUSED");
    }
  }

  private void setExitStatus(String status) {
    step.setExitStatus(status);
    job.setExitStatus(status); // else the batch status, the same for FAILED and DEAD_LETTER
  }

  private void release(ActiveRun run) {
    if (step.getBatchStatus() == BatchStatus.FAILED) {
      breakdowns.requeue(run, Optional.ofNullable(step.getException()));
      return;
    }
    try {
      setExitStatus(conclusion.conclude(run, new JobStopCheck(run, job, shutdown)));
    } catch (RuntimeException | Error e) {
      breakdowns.requeue(run, Optional.of(e));
      throw e;
    }
  }
}
