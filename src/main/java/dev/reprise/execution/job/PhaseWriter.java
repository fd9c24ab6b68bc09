package dev.reprise.execution.job;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.phase.PhaseLoop;
import dev.reprise.run.decision.NextStep;
import jakarta.batch.api.chunk.AbstractItemWriter;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;

/** Records how phases ended. The chunk's checkpoint commits later: it may lag, but never lead. */
@Dependent
@Named("phaseWriter")
public class PhaseWriter extends AbstractItemWriter {

  @Inject JobContext job;
  @Inject PhaseLoop loop;

  @Override
  public void writeItems(List<Object> ends) {
    ActiveRun run = ((JobRun) job.getTransientUserData()).run();
    ends.forEach(end -> loop.end(run, (NextStep.PhaseEnd) end));
  }
}
