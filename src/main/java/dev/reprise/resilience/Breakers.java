package dev.reprise.resilience;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Breakers by key, each created on first use. Thread-safe. */
public final class Breakers {

  private final Map<BreakerKey, CircuitBreaker> breakers = new ConcurrentHashMap<>();
  private final Function<BreakerKey, BreakerSettings> settings;
  private final Clock clock;
  private final CircuitBreaker.Replication replication;

  /**
   * Creates an empty set of breakers.
   *
   * @param settings returns the settings of a breaker
   */
  public Breakers(
      Function<BreakerKey, BreakerSettings> settings,
      Clock clock,
      CircuitBreaker.Replication replication) {
    this.settings = settings;
    this.clock = clock;
    this.replication = replication;
  }

  /** Returns the breaker of this key; a new one is closed. */
  public CircuitBreaker of(BreakerKey key) {
    return breakers.computeIfAbsent(key, this::closed);
  }

  /** Returns the breaker of this key if there is one. */
  public Optional<CircuitBreaker> find(BreakerKey key) {
    return Optional.ofNullable(breakers.get(key));
  }

  /** Returns the states of all breakers. */
  public SortedMap<BreakerKey, BreakerState> states() {
    SortedMap<BreakerKey, BreakerState> states = new TreeMap<>();
    breakers.forEach((key, breaker) -> states.put(key, breaker.state()));
    return states;
  }

  private CircuitBreaker closed(BreakerKey key) {
    return new CircuitBreaker(key, settings.apply(key), BreakerState.CLOSED, clock, replication);
  }
}
