package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.ERROR;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.phase.PhaseLoop;
import dev.reprise.execution.phase.PhaseSupervisor;
import dev.reprise.execution.tool.WorkflowBreakerPermits;
import dev.reprise.platform.ExecutionThreads.ForWorkers;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.run.RunRow;
import dev.reprise.run.decision.NextStep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/**
 * Executes runs without jobs: claim, phases and release are the same as in a job, and the cost of
 * the batch runtime is saved. The batch administration does not show such a run.
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
  private final ActiveRuns active;
  private final Redaction redaction;

  @Inject
  DirectRunner(
      @ForWorkers ExecutorService threads,
      RunClaimer claimer,
      PhaseLoop loop,
      PhaseSupervisor supervisor,
      RunReleaser releaser,
      BreakdownRecovery breakdowns,
      WorkflowBreakerPermits workflows,
      ActiveRuns active,
      Redaction redaction) {
    this.threads = threads;
    this.claimer = claimer;
    this.loop = loop;
    this.supervisor = supervisor;
    this.releaser = releaser;
    this.breakdowns = breakdowns;
    this.workflows = workflows;
    this.active = active;
    this.redaction = redaction;
  }

  /** Starts a run that was reserved for this server, on its own thread. */
  void start(RunRow row) {
    threads.execute(() -> execute(row));
  }

  private void execute(RunRow row) {
    try {
      if (claimer.claim(row.id(), Optional.empty()) instanceof RunClaimer.Claimed(var run)) {
        execute(run);
      }
    } catch (RuntimeException e) {
      LOG.log(ERROR, "run %s: broke down".formatted(row.id()), redaction.fault(e));
    }
  }

  private void execute(ActiveRun run) {
    try {
      workThroughPhases(run);
      releaser.release(run, run::stopCause);
    } catch (RuntimeException | Error e) {
      breakdowns.requeue(run, Optional.of(e));
      throw e;
    } finally {
      active.remove(run);
      workflows.abandon(run.id());
    }
  }

  private void workThroughPhases(ActiveRun run) {
    while (loop.due(run, run::stopCause).isPresent()) {
      Optional<NextStep.PhaseEnd> end = supervisor.work(run, run::stopCause);
      if (end.isEmpty()) {
        return; // the run stops or waits
      }
      loop.end(run, end.get());
    }
  }
}
