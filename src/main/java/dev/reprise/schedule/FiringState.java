package dev.reprise.schedule;

import java.time.Instant;
import java.util.Optional;

/**
 * How far a firing is.
 *
 * @param reason why it waits, or was skipped
 * @param attempts how many have started
 * @param notBefore when it may start
 * @param starting whether a server is submitting its run
 */
public record FiringState(
    FiringStatus status,
    Optional<FiringReason> reason,
    int attempts,
    Instant notBefore,
    Optional<Instant> startedAt,
    Optional<Instant> endedAt,
    boolean starting) {

  /** Returns the state of a firing that waits for its time. */
  public static FiringState pending(Instant notBefore) {
    return new FiringState(
        FiringStatus.PENDING,
        Optional.empty(),
        0,
        notBefore,
        Optional.empty(),
        Optional.empty(),
        false);
  }

  FiringState with(FiringStatus other, Optional<FiringReason> why) {
    return new FiringState(other, why, attempts, notBefore, startedAt, endedAt, starting);
  }

  FiringState attempts(int count) {
    return new FiringState(status, reason, count, notBefore, startedAt, endedAt, starting);
  }

  FiringState notBefore(Instant start) {
    return new FiringState(status, reason, attempts, start, startedAt, endedAt, starting);
  }

  FiringState endedAt(Optional<Instant> end) {
    return new FiringState(status, reason, attempts, notBefore, startedAt, end, starting);
  }

  /** Returns the state without a server that is submitting the run. */
  FiringState withoutStarter() {
    return new FiringState(status, reason, attempts, notBefore, startedAt, endedAt, false);
  }

  /** Returns the state at the start of the next attempt. */
  FiringState begun(Instant now) {
    return new FiringState(
        FiringStatus.ACTIVE,
        Optional.empty(),
        attempts + 1,
        notBefore,
        startedAt.or(() -> Optional.of(now)),
        endedAt,
        true);
  }
}
