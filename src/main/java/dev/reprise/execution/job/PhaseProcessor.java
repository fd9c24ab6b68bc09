package dev.reprise.execution.job;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.phase.PhaseSupervisor;
import dev.reprise.execution.phase.PhaseWork;
import dev.reprise.execution.phase.WorkProgress;
import dev.reprise.run.decision.NextStep;
import jakarta.batch.api.chunk.ItemProcessor;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Works on a phase until its end is decided; returns null if the run stops or waits earlier. */
@Dependent
@Named("phaseProcessor")
public class PhaseProcessor implements ItemProcessor {

  @Inject JobContext job;
  @Inject ShutdownDetector shutdown;
  @Inject PhaseSupervisor supervisor;

  @Override
  public NextStep.@Nullable PhaseEnd processItem(Object phase) {
    var held = (JobRun) job.getTransientUserData();
    ActiveRun run = held.run();
    PhaseWork work = held.takeBegunWork().orElseGet(() -> supervisor.begin(run));
    return supervisor.watch(work, new JobStopCheck(run, job, shutdown), Instant.MAX)
            instanceof WorkProgress.Ended(NextStep.PhaseEnd end)
        ? end
        : null;
  }
}
