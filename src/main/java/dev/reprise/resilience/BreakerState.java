package dev.reprise.resilience;

import java.time.Instant;
import java.util.Optional;

/**
 * The state of a breaker: a plain value, which can be stored and restored.
 *
 * @param version how often it has opened, probed, closed or been reset: of two states of one
 *     breaker, the one with the higher version is later
 * @param failures how many failures there were in a row
 * @param opening details while it is not closed
 */
public record BreakerState(long version, int failures, Optional<Opening> opening) {

  /** Closed, and nothing has ever failed. */
  public static final BreakerState CLOSED = new BreakerState(0, 0, Optional.empty());

  /**
   * An open breaker: no calls pass.
   *
   * @param since when it opened, even if probes failed since then
   * @param until when the next probe may be made
   * @param probing whether a probe is active; if it never ends, another may be made at {@code
   *     until}
   * @param because the class of the newest failure
   */
  public record Opening(Instant since, Instant until, boolean probing, FailureClass because) {}

  /** The states of the pattern. */
  public enum Status {
    /** All calls pass. */
    CLOSED,
    /** No call passes. */
    OPEN,
    /** One call, the probe, has passed and decides. */
    HALF_OPEN
  }

  public Status status() {
    return opening
        .map(open -> open.probing() ? Status.HALF_OPEN : Status.OPEN)
        .orElse(Status.CLOSED);
  }

  boolean isClosed() {
    return opening.isEmpty();
  }

  /** Returns the state after a call that failed while the breaker was closed. */
  BreakerState failed(FailureClass kind, BreakerSettings settings, Instant now) {
    return failures + 1 < settings.consecutiveFailures()
        ? new BreakerState(version, failures + 1, opening)
        : open(now, now.plus(settings.openFor()), kind);
  }

  /** Returns the state after a call that succeeded while the breaker was closed. */
  BreakerState succeeded() {
    return failures == 0 ? this : new BreakerState(version, 0, opening);
  }

  /** Returns the state while a probe is active. */
  BreakerState probing(Opening open, Instant nextProbe) {
    return changed(failures, new Opening(open.since(), nextProbe, true, open.because()));
  }

  /** Returns the state after a probe that failed. */
  BreakerState probeFailed(Opening open, FailureClass kind, Instant nextProbe) {
    return open(open.since(), nextProbe, kind);
  }

  /** Returns the state after a probe with an unknown result. */
  BreakerState probeGivenUp(Opening open, Instant now) {
    return changed(failures, new Opening(open.since(), now, false, open.because()));
  }

  /** Returns the state after a probe that succeeded, or a reset. */
  public BreakerState closed() {
    return new BreakerState(version + 1, 0, Optional.empty());
  }

  private BreakerState open(Instant since, Instant until, FailureClass kind) {
    return changed(failures + 1, new Opening(since, until, false, kind));
  }

  private BreakerState changed(int howOften, Opening open) {
    return new BreakerState(version + 1, howOften, Optional.of(open));
  }
}
