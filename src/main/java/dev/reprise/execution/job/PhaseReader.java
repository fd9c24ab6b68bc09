package dev.reprise.execution.job;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.phase.PhaseLoop;
import jakarta.batch.api.chunk.AbstractItemReader;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Returns the name of the phase to work on, until the run ends, stops or waits.
 *
 * <p>The position comes from the journal, which was replayed when the job claimed the run. The
 * checkpoint is the number of passed phases, for operators only.
 */
@Dependent
@Named("phaseReader")
public class PhaseReader extends AbstractItemReader {

  @Inject JobContext job;
  @Inject ShutdownDetector shutdown;
  @Inject PhaseLoop loop;

  @Override
  public @Nullable String readItem() {
    return run().flatMap(run -> loop.due(run, new JobStopCheck(run, job, shutdown))).orElse(null);
  }

  @Override
  public Serializable checkpointInfo() {
    return run().map(run -> run.state().passedPhases()).orElse(0);
  }

  /** Returns the run, or empty if the job was refused, or its run has ended. */
  private Optional<ActiveRun> run() {
    return job.getTransientUserData() instanceof ActiveRun run
        ? Optional.of(run)
        : Optional.empty();
  }
}
