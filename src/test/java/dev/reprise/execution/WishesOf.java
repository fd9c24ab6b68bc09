package dev.reprise.execution;

import dev.reprise.run.Run;
import java.util.Optional;

/** Wishes that are known beforehand. */
record WishesOf(Run.CancelWish cancel, Optional<Run.PauseWish> pause) implements LettingGo.Wishes {}
