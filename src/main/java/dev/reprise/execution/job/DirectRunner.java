package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.ERROR;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.EngineSettings;
import dev.reprise.execution.EngineSettings.AsJobs;
import dev.reprise.execution.phase.PhaseLoop;
import dev.reprise.execution.phase.PhaseSupervisor;
import dev.reprise.execution.phase.PhaseWork;
import dev.reprise.execution.phase.WorkProgress;
import dev.reprise.execution.tool.WorkflowBreakerPermits;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.ExecutionThreads.ForWorkers;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.row.RunRow;
import dev.reprise.run.decision.NextStep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/**
 * Executes runs without jobs: claim, phases and release are the same as in a job, and the cost of
 * the batch runtime is saved. The batch administration does not show such a run. Where jobs are
 * used when useful, a run continues as a job as soon as an operator may want to see, stop or
 * restart it. Tested by {@code WithoutJobsIT}.
 */
@ApplicationScoped
class DirectRunner {

  private static final System.Logger LOG = System.getLogger(DirectRunner.class.getName());

  private final ExecutorService threads;
  private final RunClaimer claimer;
  private final PhaseLoop loop;
  private final PhaseSupervisor supervisor;
  private final RunReleaser releaser;
  private final BreakdownRecovery breakdowns;
  private final WorkflowBreakerPermits workflows;
  private final JobHandover handover;
  private final ActiveRuns active;
  private final Redaction redaction;
  private final EngineSettings settings;
  private final Clock clock;

  @Inject
  DirectRunner(
      @ForWorkers ExecutorService threads,
      RunClaimer claimer,
      PhaseLoop loop,
      PhaseSupervisor supervisor,
      RunReleaser releaser,
      BreakdownRecovery breakdowns,
      WorkflowBreakerPermits workflows,
      JobHandover handover,
      ActiveRuns active,
      Redaction redaction,
      EngineSettings settings,
      Clock clock) {
    this.threads = threads;
    this.claimer = claimer;
    this.loop = loop;
    this.supervisor = supervisor;
    this.releaser = releaser;
    this.breakdowns = breakdowns;
    this.workflows = workflows;
    this.handover = handover;
    this.active = active;
    this.redaction = redaction;
    this.settings = settings;
    this.clock = clock;
  }

  /** Starts a run that was reserved for this server, on its own thread. */
  void start(RunRow row) {
    threads.execute(() -> execute(row));
  }

  private void execute(RunRow row) {
    try {
      switch (claimer.claim(row.id(), Optional.empty())) {
        case RunClaimer.Claimed(JobRun held) -> execute(row, held.run());
        case RunClaimer.Failed failed when settings.asJobs == AsJobs.WHEN_USEFUL ->
            handover.showInJob(failed, row.execution());
        case RunClaimer.Failed ignored -> {}
        case RunClaimer.AlreadyEnded ignored -> {}
        case RunClaimer.Refused ignored -> {}
      }
    } catch (RuntimeException e) {
      LOG.log(ERROR, "run %s: broke down".formatted(row.id()), redaction.fault(e));
    }
  }

  private void execute(RunRow row, ActiveRun run) {
    boolean hasJob = false;
    try {
      Worked worked = work(row, run);
      hasJob = worked.hasJob();
      if (!hasJob) {
        releaser.release(run, run::stopCause, worked.lastPhase());
      }
    } catch (RuntimeException | Error e) {
      breakdowns.requeue(run, Optional.of(e));
      throw e;
    } finally {
      if (!hasJob) {
        active.remove(run);
        workflows.abandon(run.id());
      }
    }
  }

  /**
   * What has become of a run.
   *
   * @param hasJob whether a job continues it
   * @param lastPhase the end of its last phase, which its release records; empty if it is recorded
   */
  private record Worked(boolean hasJob, Optional<RunEvent> lastPhase) {

    private static Worked of(boolean hasJob) {
      return new Worked(hasJob, Optional.empty());
    }
  }

  /** Works through the phases until the run ends, stops or waits, or until a job continues it. */
  private Worked work(RunRow row, ActiveRun run) {
    Instant jobDue = jobDue(row);
    boolean isFirst = true;
    while (loop.due(run, run::stopCause).isPresent()) {
      if (!isFirst && becomesJob(row, run, Optional.empty())) {
        return Worked.of(true);
      }
      isFirst = false;
      PhaseWork work = supervisor.begin(run);
      WorkProgress progress = supervisor.watch(work, run::stopCause, jobDue);
      if (progress instanceof WorkProgress.AtWork) {
        if (becomesJob(row, run, Optional.of(work))) {
          return Worked.of(true);
        }
        jobDue = Instant.MAX; // it is tried again after the phase
        progress = supervisor.watch(work, run::stopCause, jobDue);
      }
      if (!(progress instanceof WorkProgress.Ended(NextStep.PhaseEnd end))) {
        break;
      }
      RunEvent ended = PhaseLoop.event(end);
      // A long run gets a checkpoint, so that its readers need not read all of its events.
      if (row.execution().isEmpty()
          && !run.isCheckpointDueAfter(ended)
          && releaser.isCompleteAfter(run, ended)) {
        return new Worked(false, Optional.of(ended));
      }
      loop.end(run, end);
    }
    return Worked.of(endsAsJob(row, run) && becomesJob(row, run, Optional.empty()));
  }

  /**
   * A run that had a job, or was interrupted before it got one, works first and gets one at once.
   */
  private Instant jobDue(RunRow row) {
    return switch (settings.asJobs) {
      case ALWAYS, NEVER -> Instant.MAX;
      case WHEN_USEFUL ->
          row.epoch() == 0 ? clock.instant().plus(settings.jobAfter) : clock.instant();
    };
  }

  /** A job that a run had before must end as the run does. */
  private boolean endsAsJob(RunRow row, ActiveRun run) {
    return row.execution().isPresent() || releaser.leavesUnfinished(run);
  }

  private boolean becomesJob(RunRow row, ActiveRun run, Optional<PhaseWork> begun) {
    return settings.asJobs == AsJobs.WHEN_USEFUL && handover.toJob(run, row.execution(), begun);
  }
}
