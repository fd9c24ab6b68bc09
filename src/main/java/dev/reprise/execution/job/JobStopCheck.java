package dev.reprise.execution.job;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.StopCause;
import dev.reprise.execution.StopCheck;
import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.context.JobContext;
import java.util.Optional;

/**
 * Checks whether a run must stop because it was asked to, or because its job was stopped in the
 * batch administration or by the server. Works only on the job's own thread, like the job context.
 */
record JobStopCheck(ActiveRun run, JobContext job, ShutdownDetector shutdown) implements StopCheck {

  @Override
  public Optional<StopCause> cause() {
    if (run.stopCause().isEmpty() && isStopped()) {
      run.stop(shutdown.ofStoppedJob());
    }
    return run.stopCause();
  }

  private boolean isStopped() {
    BatchStatus status = job.getBatchStatus();
    return status == BatchStatus.STOPPING
        || status == BatchStatus.STOPPED; // visible only when the job ends
  }
}
