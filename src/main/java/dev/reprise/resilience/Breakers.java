package dev.reprise.resilience;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Breakers by key, each made when it is first asked for. Safe for many threads. */
public final class Breakers {

  private final Map<BreakerKey, CircuitBreaker> breakers = new ConcurrentHashMap<>();
  private final Function<BreakerKey, BreakerSettings> settings;
  private final Clock clock;
  private final CircuitBreaker.Replication sharing;

  /**
   * Makes none yet.
   *
   * @param settings of a breaker, by its key
   */
  public Breakers(
      Function<BreakerKey, BreakerSettings> settings,
      Clock clock,
      CircuitBreaker.Replication sharing) {
    this.settings = settings;
    this.clock = clock;
    this.sharing = sharing;
  }

  /** Returns the breaker of this key; closed if nobody has asked for it before. */
  public CircuitBreaker of(BreakerKey key) {
    return breakers.computeIfAbsent(key, this::closed);
  }

  /** Returns the breaker of this key if there is one. */
  public Optional<CircuitBreaker> find(BreakerKey key) {
    return Optional.ofNullable(breakers.get(key));
  }

  /** Returns where all of them stand. */
  public SortedMap<BreakerKey, BreakerState> states() {
    SortedMap<BreakerKey, BreakerState> states = new TreeMap<>();
    breakers.forEach((key, breaker) -> states.put(key, breaker.state()));
    return states;
  }

  private CircuitBreaker closed(BreakerKey key) {
    return new CircuitBreaker(key, settings.apply(key), BreakerState.CLOSED, clock, sharing);
  }
}
