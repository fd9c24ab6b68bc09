package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.tool.WorkflowBreakerPermits;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.state.RunStatus;
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
 * Holds the run around the step. Before the step, it claims the run or says why not; after the
 * step, it releases the run, on every path by which the step can end. The exit status of the step
 * and the job is the status of the run.
 *
 * <p>A listener and not separate steps: each further step costs the batch runtime as much as ten
 * steps of an agent.
 *
 * <p>After the job, it pauses the run if an operator stopped the job after the release.
 */
@Dependent
@Named("runStepListener")
public class RunStepListener extends AbstractStepListener implements JobListener {

  private static final System.Logger LOG = System.getLogger(RunStepListener.class.getName());

  @Inject
  @BatchProperty(name = "runId")
  @Nullable String runId;

  @Inject JobContext job;
  @Inject StepContext step;
  @Inject ShutdownDetector shutdown;
  @Inject JobAdministration administration;
  @Inject RunClaimer claimer;
  @Inject RunReleaser releaser;
  @Inject BreakdownRecovery breakdowns;
  @Inject WorkflowBreakerPermits workflows;
  @Inject ActiveRuns active;
  @Inject RunQueue queue;
  @Inject Clock clock;

  /**
   * What the job has released.
   *
   * @param status the exit status of the step
   */
  record Released(UUID run, String status) {}

  @Override
  public void beforeJob() {}

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

  @Override
  public void afterJob() {
    switch (job.getTransientUserData()) {
      case Released(UUID run, String status) -> {
        if (shutdown.wasStoppedByOperator(job)) {
          pause(run);
        } else if (ShutdownDetector.WORK_LEFT.equals(job.getExitStatus())) {
          job.setExitStatus(status);
        }
      }
      case RunStatus status -> job.setExitStatus(status.name());
      case null, default -> {}
    }
  }

  /** Does nothing if the job has paused the run already, or it has ended. */
  private void pause(UUID run) {
    if (queue.pause(run, ReleaseDecision.stopped(clock.instant()))) {
      LOG.log(INFO, "run %s: PAUSED, because an operator has stopped its job".formatted(run));
      job.setExitStatus(RunStatus.PAUSED.name());
    }
  }

  private void setExitStatus(String status) {
    step.setExitStatus(status);
    job.setExitStatus(status); // the default, the batch status, is FAILED for DEAD_LETTER too
  }

  private void release(ActiveRun run) {
    if (step.getBatchStatus() == BatchStatus.FAILED) {
      job.setTransientUserData(new Released(run.id(), RunStatus.QUEUED.name()));
      breakdowns.requeue(run, Optional.ofNullable(step.getException()));
      return;
    }
    try {
      String status = releaser.release(run, new JobStopCheck(run, job, shutdown));
      setExitStatus(status);
      job.setTransientUserData(new Released(run.id(), status));
    } catch (RuntimeException | Error e) {
      breakdowns.requeue(run, Optional.of(e));
      throw e;
    }
  }
}
