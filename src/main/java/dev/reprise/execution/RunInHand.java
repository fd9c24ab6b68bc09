package dev.reprise.execution;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.journal.Journal;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpoch;
import dev.reprise.run.Claim;
import dev.reprise.run.Claims;
import dev.reprise.run.Folded;
import dev.reprise.run.RunState;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A run that a job of this server holds: the one writer of its journal.
 *
 * <p>Only the job's thread appends; others may ask it to stop.
 */
final class RunInHand {

  private final Claim claim;
  private final Journal journal;

  private RunState state;
  private Position head;
  private boolean held = true;
  private Optional<StopCause> stop = Optional.empty();

  RunInHand(Claim claim, Journal journal, Folded folded) {
    this.claim = claim;
    this.journal = journal;
    this.state = folded.state();
    this.head = folded.head();
  }

  UUID id() {
    return claim.run();
  }

  Claim claim() {
    return claim;
  }

  AgentDefinition agent() {
    return state.agent();
  }

  RunState state() {
    return state;
  }

  Position head() {
    return head;
  }

  /** Records what happened, then believes it. */
  void append(List<? extends RunEvent> events) {
    try {
      head = journal.append(claim.run(), claim.epoch(), head, events);
    } catch (StaleEpoch e) {
      stop(StopCause.CLAIM_LOST);
      throw e;
    }
    for (RunEvent event : events) {
      state = state.apply(event);
    }
  }

  void append(RunEvent event) {
    append(List.of(event));
  }

  /** Ends the claim with the event that says why. */
  void letGo(Claims claims, RunEvent event) {
    head = claims.letGo(claim, head, event);
    state = state.apply(event);
    held = false;
  }

  /** Notes that the run is not this job's any more. */
  void forget() {
    held = false;
  }

  /** Returns whether the run still waits to be let go of. */
  boolean isHeld() {
    return held;
  }

  /** Asks the run to stop soon; a lost claim and a wish to cancel override other causes. */
  synchronized void stop(StopCause cause) {
    if (stop.isEmpty() || cause.abandonsStep()) {
      stop = Optional.of(cause);
    }
  }

  synchronized Optional<StopCause> stopCause() {
    return stop;
  }
}
