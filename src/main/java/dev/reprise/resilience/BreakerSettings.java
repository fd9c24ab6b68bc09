package dev.reprise.resilience;

import java.time.Duration;

/**
 * When a {@link CircuitBreaker} opens and for how long.
 *
 * @param consecutiveFailures after how many failures in a row it opens; by default 5, at least 1
 * @param openFor how long it stays open before it lets a probe through; by default 30 s for a tool,
 *     60 s for a provider of models and for an agent
 */
public record BreakerSettings(int consecutiveFailures, Duration openFor) {

  /** For one tool. */
  public static final BreakerSettings TOOL = new BreakerSettings(5, Duration.ofSeconds(30));

  /** For all runs of one agent. */
  public static final BreakerSettings WORKFLOW = new BreakerSettings(5, Duration.ofMinutes(1));

  /** For a provider of models, which whole workflows depend on. */
  public static final BreakerSettings MODEL = new BreakerSettings(5, Duration.ofMinutes(1));

  /**
   * Creates settings.
   *
   * @throws IllegalArgumentException if the breaker would open without a failure, or for no time
   */
  public BreakerSettings {
    if (consecutiveFailures < 1 || openFor.isNegative() || openFor.isZero()) {
      throw new IllegalArgumentException(
          "a breaker must open after at least 1 failure and for longer than zero, not after %d for %s"
              .formatted(consecutiveFailures, openFor));
    }
  }
}
