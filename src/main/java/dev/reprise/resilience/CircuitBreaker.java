package dev.reprise.resilience;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Refuses calls to a target that fails again and again, so that callers learn at once that a call
 * would be in vain.
 *
 * <p>It opens after a number of failures in a row. When its time is over, exactly one call passes,
 * the probe: if the probe succeeds the breaker closes, otherwise it opens again. Calls that were
 * active when it opened decide nothing any more. Thread-safe; it blocks only while it replicates a
 * change.
 *
 * @see <a href="https://martinfowler.com/bliki/CircuitBreaker.html">Circuit Breaker</a>
 */
public final class CircuitBreaker {

  private final BreakerKey key;
  private final BreakerSettings settings;
  private final Clock clock;
  private final Replication replication;
  private final AtomicReference<BreakerState> state;

  /** Sends changes to others that share the breaker, such as other servers. */
  @FunctionalInterface
  public interface Replication {

    /** Sends nothing. */
    Replication NONE = (key, to) -> Optional.empty();

    /**
     * Sends that a breaker has opened, probes, closed or was reset, on the thread that caused it.
     *
     * @return empty if the others accepted the state; else the state that replaces it, because one
     *     of them was faster
     */
    Optional<BreakerState> moved(BreakerKey key, BreakerState to);
  }

  /**
   * Creates a breaker.
   *
   * @param was its state before, for example in an earlier process
   */
  public CircuitBreaker(
      BreakerKey key,
      BreakerSettings settings,
      BreakerState was,
      Clock clock,
      Replication replication) {
    this.key = key;
    this.settings = settings;
    this.clock = clock;
    this.replication = replication;
    this.state = new AtomicReference<>(was);
  }

  /** Creates a closed breaker that is not shared. */
  public CircuitBreaker(BreakerKey key, BreakerSettings settings, Clock clock) {
    this(key, settings, BreakerState.CLOSED, clock, Replication.NONE);
  }

  public BreakerKey key() {
    return key;
  }

  public BreakerState state() {
    return requireNonNull(state.get());
  }

  /** Takes over a state from others, unless this breaker's own state is later. */
  public void take(BreakerState there) {
    state.updateAndGet(now -> there.version() > now.version() ? there : now);
  }

  /**
   * Asks for permission to call.
   *
   * @return empty if no call may be made now; else a permit, which must receive the result
   */
  public Optional<Permit> tryAcquire() {
    while (true) {
      BreakerState now = state();
      if (now.opening().isEmpty()) {
        return Optional.of(new Permit(now));
      }
      BreakerState.Opening open = now.opening().get();
      Instant instant = clock.instant();
      if (instant.isBefore(open.until())) {
        return Optional.empty();
      }
      BreakerState probing = now.probing(open, instant.plus(settings.openFor()));
      if (move(now, probing)) {
        return Optional.of(new Permit(probing));
      }
    }
  }

  /**
   * Returns the fault for a refused caller, with how long to wait before the next call: until the
   * next probe, but only a tenth of the open time while a probe is active, because it may end soon.
   */
  public Fault refusal() {
    BreakerState now = state();
    return now.opening()
        .map(open -> refusal(now.failures(), open))
        .orElseGet( // it closed a moment ago
            () -> refusal(key + " was not called", Duration.ZERO));
  }

  private Fault refusal(int failures, BreakerState.Opening open) {
    Duration left = Duration.between(clock.instant(), open.until());
    Duration shortly = settings.openFor().dividedBy(10);
    return refusal(
        "%s was not called: it has failed %d times in a row, the last time with %s; its breaker is open since %s, %s"
            .formatted(
                key,
                failures,
                open.because().code(),
                open.since(),
                open.probing() ? "and one call probes it now" : "until " + open.until()),
        open.probing() && left.compareTo(shortly) > 0 ? shortly : left);
  }

  private static Fault refusal(String message, Duration left) {
    return new Fault(FailureClass.BREAKER_OPEN, message)
        .retryAfter(left.isNegative() ? Duration.ZERO : left);
  }

  /** Closes it in any state. */
  public void reset() {
    while (true) {
      BreakerState now = state();
      if (move(now, now.closed())) {
        return;
      }
    }
  }

  /** Returns whether the change was made; not if another thread or server was faster. */
  private boolean move(BreakerState from, BreakerState to) {
    if (!state.compareAndSet(from, to)) {
      return false;
    }
    Optional<BreakerState> instead = replication.moved(key, to);
    instead.ifPresent(there -> state.compareAndSet(to, there));
    return instead.isEmpty();
  }

  /** Permits one call. The caller must call exactly one of its methods when the call is over. */
  public final class Permit {

    private final BreakerState from;

    private Permit(BreakerState from) {
      this.from = from;
    }

    /** Reports that the call succeeded. */
    public void succeeded() {
      if (from.isClosed()) {
        state.updateAndGet(now -> isOutdated(now) ? now : now.succeeded());
        return;
      }
      move(from, from.closed());
    }

    /** Reports that the call failed; faults that say nothing about the target decide nothing. */
    public void failed(Fault fault) {
      if (!fault.kind().countsForBreaker()) {
        gaveUp();
        return;
      }
      Instant now = clock.instant();
      from.opening()
          .ifPresentOrElse(
              open ->
                  move(from, from.probeFailed(open, fault.kind(), now.plus(settings.openFor()))),
              () -> countFailure(fault.kind(), now));
    }

    /** Reports that the call ended without a result; another probe may be made at once. */
    public void gaveUp() {
      from.opening().ifPresent(open -> move(from, from.probeGivenUp(open, clock.instant())));
    }

    private void countFailure(FailureClass kind, Instant instant) {
      while (true) {
        BreakerState now = state();
        if (isOutdated(now)) {
          return;
        }
        BreakerState next = now.failed(kind, settings, instant);
        if (next.isClosed() ? state.compareAndSet(now, next) : move(now, next)) {
          return;
        }
      }
    }

    /**
     * Returns whether the breaker opened since, or the probe was replaced: then this call decides
     * nothing.
     */
    private boolean isOutdated(BreakerState now) {
      return now.version() != from.version();
    }
  }
}
