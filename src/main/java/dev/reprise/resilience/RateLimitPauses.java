package dev.reprise.resilience;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Pauses that providers requested. If a provider tells one caller to wait, all callers of the same
 * quota wait, so that no call is made in vain. Thread-safe.
 */
public final class RateLimitPauses {

  private final Map<Quota, Instant> pausedUntil = new ConcurrentHashMap<>();
  private final Clock clock;
  private final BiConsumer<Quota, Instant> onPause;

  /**
   * Creates pauses, of which none is active.
   *
   * @param onPause called whenever a quota is paused, or its pause becomes longer
   */
  public RateLimitPauses(Clock clock, BiConsumer<Quota, Instant> onPause) {
    this.clock = clock;
    this.onPause = onPause;
  }

  /** Pauses a quota from now on. A pause is never shortened by another. */
  public void pause(Quota quota, Duration wait) {
    Instant until = clock.instant().plus(wait);
    if (lengthen(quota, until)) {
      onPause.accept(quota, until);
    }
  }

  /** Restores a pause of another server, or of an earlier process. */
  public void restore(Quota quota, Instant until) {
    lengthen(quota, until);
  }

  private boolean lengthen(Quota quota, Instant until) {
    Instant before = Optional.ofNullable(pausedUntil.get(quota)).orElse(Instant.MIN);
    Instant longest =
        pausedUntil.merge(quota, until, (one, other) -> one.isAfter(other) ? one : other);
    return longest.equals(until) && until.isAfter(before);
  }

  /** Returns how long a quota is still paused; empty if it is not. */
  public Optional<Duration> pauseOf(Quota quota) {
    Instant now = clock.instant();
    return Optional.ofNullable(pausedUntil.get(quota))
        .filter(now::isBefore)
        .map(until -> Duration.between(now, until));
  }

  /** Returns all paused quotas, and the end of each pause. */
  public Map<Quota, Instant> paused() {
    Instant now = clock.instant();
    pausedUntil.values().removeIf(until -> !now.isBefore(until));
    return Map.copyOf(pausedUntil);
  }

  /** Ends a pause early. */
  public void resume(Quota quota) {
    pausedUntil.remove(quota);
  }
}
