package dev.reprise.execution.job;

import dev.reprise.agent.Phase;
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
    return held().flatMap(this::due).orElse(null);
  }

  @Override
  public Serializable checkpointInfo() {
    return held().map(held -> held.run().state().passedPhases()).orElse(0);
  }

  private Optional<String> due(JobRun held) {
    return held.hasBegunWork()
        ? held.run().state().currentPhase().map(Phase::name)
        : loop.due(held.run(), new JobStopCheck(held.run(), job, shutdown));
  }

  /** Returns the run, or empty if the job was refused, or its run has ended. */
  private Optional<JobRun> held() {
    return job.getTransientUserData() instanceof JobRun held ? Optional.of(held) : Optional.empty();
  }
}
