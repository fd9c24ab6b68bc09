package dev.reprise.execution.job;

import dev.reprise.execution.RunInHand;
import dev.reprise.execution.phase.PhaseWatch;
import dev.reprise.run.decision.NextStep;
import jakarta.batch.api.chunk.ItemProcessor;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import org.jspecify.annotations.Nullable;

/** Works on a phase until its end is decided; null if the run stops or waits before. */
@Dependent
@Named("phaseProcessor")
public class PhaseProcessor implements ItemProcessor {

  @Inject JobContext job;
  @Inject Shutdown shutdown;
  @Inject PhaseWatch watch;

  @Override
  public NextStep.@Nullable PhaseEnd processItem(Object phase) {
    var run = (RunInHand) job.getTransientUserData();
    return watch.work(run, new JobStop(run, job, shutdown)).orElse(null);
  }
}
