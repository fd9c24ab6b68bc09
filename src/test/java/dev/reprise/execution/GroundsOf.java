package dev.reprise.execution;

import dev.reprise.execution.job.ReleaseDecision;
import dev.reprise.run.Run;
import java.util.Optional;

/** Grounds that are known beforehand. */
public record GroundsOf(
    Run.CancelRequest cancel, Optional<Run.PauseRequest> pause, DefinitionMismatch misfit)
    implements ReleaseDecision.Evidence {}
