package dev.reprise.execution;

import dev.reprise.execution.job.ReleaseDecision;
import dev.reprise.queue.row.Run;
import java.util.Optional;

/** Evidence that is known beforehand. */
public record FixedEvidence(
    Run.CancelRequest cancel, Optional<Run.PauseRequest> pause, DefinitionMismatch mismatch)
    implements ReleaseDecision.Evidence {

  @Override
  public boolean hasDecisions() {
    return false;
  }
}
