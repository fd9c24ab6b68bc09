package dev.reprise.journal;

import dev.reprise.agent.message.Explanation;
import java.time.Instant;
import java.util.Optional;

/** Waits that say little. */
public final class Waits {

  private Waits() {}

  /** Returns a wait that begins at the epoch. */
  public static LifecycleEvent.Waiting of(
      String waitingFor, String reason, Optional<Instant> until) {
    return since(Instant.EPOCH, waitingFor, reason, until);
  }

  /** Returns a wait. */
  public static LifecycleEvent.Waiting since(
      Instant at, String waitingFor, String reason, Optional<Instant> until) {
    return new LifecycleEvent.Waiting(waitingFor, reason, until, Explanation.Code.TIME.alone(), at);
  }
}
