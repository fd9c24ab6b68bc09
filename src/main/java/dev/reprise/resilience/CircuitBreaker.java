package dev.reprise.resilience;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Keeps calls away from what fails again and again, so that it is not asked in vain and those who
 * ask learn it at once.
 *
 * <p>After so many failures one behind the other it opens. When its time is over exactly one call
 * passes, the probe: if that succeeds the breaker closes, if not it opens again. Calls that were
 * under way when it opened no longer decide anything. Safe for many threads, and never blocks but
 * for as long as telling others takes.
 *
 * @see <a href="https://martinfowler.com/bliki/CircuitBreaker.html">Circuit Breaker</a>
 */
public final class CircuitBreaker {

  private final BreakerKey key;
  private final BreakerSettings settings;
  private final Clock clock;
  private final Replication sharing;
  private final AtomicReference<BreakerState> state;

  /** Where others are told who go by the same breaker, such as other servers. */
  @FunctionalInterface
  public interface Replication {

    /** There are no others. */
    Replication NONE = (key, to) -> Optional.empty();

    /**
     * Tells that a breaker has opened, probes, closed or was reset; on the thread that caused it.
     *
     * @return empty if it stands there now, also for the others; else where it stands instead,
     *     because one of them was faster
     */
    Optional<BreakerState> moved(BreakerKey key, BreakerState to);
  }

  /**
   * Makes a breaker.
   *
   * @param was where it stood, perhaps in an earlier process
   */
  public CircuitBreaker(
      BreakerKey key,
      BreakerSettings settings,
      BreakerState was,
      Clock clock,
      Replication sharing) {
    this.key = key;
    this.settings = settings;
    this.clock = clock;
    this.sharing = sharing;
    this.state = new AtomicReference<>(was);
  }

  /** Makes one that is closed and shared with nobody. */
  public CircuitBreaker(BreakerKey key, BreakerSettings settings, Clock clock) {
    this(key, settings, BreakerState.CLOSED, clock, Replication.NONE);
  }

  public BreakerKey key() {
    return key;
  }

  public BreakerState state() {
    return requireNonNull(state.get());
  }

  /** Has it stand where others say that it stands, unless it knows better already. */
  public void take(BreakerState there) {
    state.updateAndGet(now -> there.version() > now.version() ? there : now);
  }

  /**
   * Asks to pass.
   *
   * @return empty if nobody may be asked now; else what the caller must tell how it went
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
   * Returns what to tell a caller that may not pass, with how long to wait before asking again:
   * until the next probe, but only for a while if one is under way, as that may soon be over.
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
        "%s was not called: it has failed %d times one behind the other, the last time with %s; since %s it rests %s"
            .formatted(
                key,
                failures,
                open.because().code(),
                open.since(),
                open.probing() ? "but for one call to see how it is" : "until " + open.until()),
        open.probing() && left.compareTo(shortly) > 0 ? shortly : left);
  }

  private static Fault refusal(String message, Duration left) {
    return new Fault(FailureClass.BREAKER_OPEN, message)
        .retryAfter(left.isNegative() ? Duration.ZERO : left);
  }

  /** Closes it, whatever happened. */
  public void reset() {
    while (true) {
      BreakerState now = state();
      if (move(now, now.closed())) {
        return;
      }
    }
  }

  /** Returns whether it stands there now; not if somebody was faster, here or elsewhere. */
  private boolean move(BreakerState from, BreakerState to) {
    if (!state.compareAndSet(from, to)) {
      return false;
    }
    Optional<BreakerState> instead = sharing.moved(key, to);
    instead.ifPresent(there -> state.compareAndSet(to, there));
    return instead.isEmpty();
  }

  /** That a call may be made. Exactly one of its methods is called when the call is over. */
  public final class Permit {

    private final BreakerState from;

    private Permit(BreakerState from) {
      this.from = from;
    }

    /** Says that the call succeeded. */
    public void succeeded() {
      if (from.isClosed()) {
        state.updateAndGet(now -> isOutdated(now) ? now : now.succeeded());
        return;
      }
      move(from, from.closed());
    }

    /** Says that the call failed; faults that say nothing about the other side decide nothing. */
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

    /** Says that nobody knows how the call would have gone; another probe may be made at once. */
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

    /** It opened since, so that this call does not decide anything; or a probe was replaced. */
    private boolean isOutdated(BreakerState now) {
      return now.version() != from.version();
    }
  }
}
