package dev.reprise.resilience;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Pauses that providers asked for. Who is told to wait makes everybody wait who uses the same
 * quota, so that nobody asks in vain. Safe for many threads.
 */
public final class RateLimitPauses {

  private final Map<Quota, Instant> pausedUntil = new ConcurrentHashMap<>();
  private final Clock clock;
  private final BiConsumer<Quota, Instant> onPause;

  /**
   * Makes quotas of which none is paused.
   *
   * @param onPause told whenever a quota is paused, or longer than it was
   */
  public RateLimitPauses(Clock clock, BiConsumer<Quota, Instant> onPause) {
    this.clock = clock;
    this.onPause = onPause;
  }

  /** Pauses a quota for so long from now on. A pause is never made shorter by another. */
  public void pause(Quota quota, Duration wait) {
    Instant until = clock.instant().plus(wait);
    if (lengthen(quota, until)) {
      onPause.accept(quota, until);
    }
  }

  /** Takes over a pause from elsewhere, or from an earlier process. */
  public void restore(Quota quota, Instant until) {
    lengthen(quota, until);
  }

  private boolean lengthen(Quota quota, Instant until) {
    Instant before = Optional.ofNullable(pausedUntil.get(quota)).orElse(Instant.MIN);
    Instant longest =
        pausedUntil.merge(quota, until, (one, other) -> one.isAfter(other) ? one : other);
    return longest.equals(until) && until.isAfter(before);
  }

  /** Returns how long nobody may use a quota; empty if it may be used now. */
  public Optional<Duration> pauseOf(Quota quota) {
    Instant now = clock.instant();
    return Optional.ofNullable(pausedUntil.get(quota))
        .filter(now::isBefore)
        .map(until -> Duration.between(now, until));
  }

  /** Returns all quotas that are paused, and until when. */
  public Map<Quota, Instant> paused() {
    Instant now = clock.instant();
    pausedUntil.values().removeIf(until -> !now.isBefore(until));
    return Map.copyOf(pausedUntil);
  }

  /** Ends a pause, because somebody knows better. */
  public void resume(Quota quota) {
    pausedUntil.remove(quota);
  }
}
