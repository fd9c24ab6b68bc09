package dev.reprise.execution;

import dev.reprise.run.Run;
import java.util.Optional;

/** Grounds that are known beforehand. */
record GroundsOf(Run.CancelWish cancel, Optional<Run.PauseWish> pause, Misfit misfit)
    implements LettingGo.Grounds {}
