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
 * Carries runs out without jobs: admission, phases and letting go are those of a job, and what the
 * batch runtime spends on each job is saved. The batch administration knows nothing of such a run.
 */
@ApplicationScoped
class DirectRunner {

  private static final System.Logger LOG = System.getLogger(DirectRunner.class.getName());

  @Inject @ForWorkers ExecutorService threads;
  @Inject RunClaimer admissions;
  @Inject PhaseLoop loop;
  @Inject PhaseSupervisor watch;
  @Inject RunReleaser conclusion;
  @Inject BreakdownRecovery breakdowns;
  @Inject WorkflowBreakerPermits workflows;
  @Inject ActiveRuns inHand;
  @Inject Redaction redaction;

  /** Begins a run that was reserved for this server, on a thread of its own. */
  void start(RunRow row) {
    threads.execute(() -> carryOut(row));
  }

  private void carryOut(RunRow row) {
    try {
      if (admissions.claim(row.id(), Optional.empty()) instanceof RunClaimer.Begin(var run)) {
        carryOut(run);
      }
    } catch (RuntimeException e) {
      LOG.log(ERROR, "run %s broke down".formatted(row.id()), redaction.fault(e));
    }
  }

  private void carryOut(ActiveRun run) {
    try {
      workThroughPhases(run);
      conclusion.conclude(run, run::stopCause);
    } catch (RuntimeException | Error e) {
      breakdowns.requeue(run, Optional.of(e));
      throw e;
    } finally {
      inHand.remove(run);
      workflows.left(run.id());
    }
  }

  private void workThroughPhases(ActiveRun run) {
    while (loop.due(run, run::stopCause).isPresent()) {
      Optional<NextStep.PhaseEnd> end = watch.work(run, run::stopCause);
      if (end.isEmpty()) {
        return; // it stops, or waits
      }
      loop.end(run, end.get());
    }
  }
}
