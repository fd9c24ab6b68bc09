package dev.reprise.execution;

import dev.reprise.execution.job.ReleaseDecision;
import dev.reprise.queue.row.RunRequests;
import java.util.Optional;

/** Evidence that is known beforehand. */
public record FixedEvidence(
    RunRequests.CancelRequest cancel,
    Optional<RunRequests.PauseRequest> pause,
    DefinitionMismatch mismatch)
    implements ReleaseDecision.Evidence {

  @Override
  public boolean hasDecisions() {
    return false;
  }
}
