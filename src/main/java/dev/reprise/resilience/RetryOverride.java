package dev.reprise.resilience;

import java.time.Duration;
import java.util.Optional;

/**
 * What somebody wants otherwise in a {@link RetryPolicy}; what is empty stays as it is there.
 *
 * @param attempts how many calls there are at most, the first one included; at least 1
 * @param strategy how waits grow: {@code exponential}, which a {@code baseDelay} alone means too,
 *     {@code linear} or {@code constant}
 * @param baseDelay the first wait; not negative
 * @param maxDelay the longest wait; not negative
 */
public record RetryOverride(
    Optional<Integer> attempts,
    Optional<String> strategy,
    Optional<Duration> baseDelay,
    Optional<Duration> maxDelay) {

  /** Changes nothing. */
  public static final RetryOverride NONE =
      new RetryOverride(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** One call and no other. */
  public static final RetryOverride NEVER =
      new RetryOverride(Optional.of(1), Optional.empty(), Optional.empty(), Optional.empty());

  /** More than anybody waits for. */
  private static final int MAX_ATTEMPTS = 100;

  /**
   * Makes an override.
   *
   * @throws IllegalArgumentException if a value cannot work; names it
   */
  public RetryOverride {
    attempts
        .filter(most -> most < 1 || most > MAX_ATTEMPTS)
        .ifPresent(
            most -> {
              throw new IllegalArgumentException(
                  "attempts is 1 to %d, not %d".formatted(MAX_ATTEMPTS, most));
            });
    strategy.ifPresent(name -> backOff(name, Duration.ZERO));
    notNegative("base-delay", baseDelay);
    notNegative("max-delay", maxDelay);
  }

  /** Returns a policy with these values in the place of its own. */
  public RetryPolicy over(RetryPolicy policy) {
    BackOff backOff =
        strategy.isEmpty() && baseDelay.isEmpty()
            ? policy.backOff()
            : backOff(strategy.orElse("exponential"), baseDelay.orElse(policy.backOff().behind(1)));
    return policy
        .withAttempts(attempts.orElse(policy.attempts()))
        .withDelays(backOff, maxDelay.orElse(policy.maxDelay()));
  }

  private static void notNegative(String name, Optional<Duration> delay) {
    delay
        .filter(Duration::isNegative)
        .ifPresent(
            negative -> {
              throw new IllegalArgumentException(
                  "%s is not negative, not %s".formatted(name, negative));
            });
  }

  private static BackOff backOff(String strategy, Duration base) {
    return switch (strategy) {
      case "exponential" -> BackOff.exponential(base);
      case "linear" -> BackOff.linear(base);
      case "constant" -> BackOff.constant(base);
      default ->
          throw new IllegalArgumentException(
              "strategy is exponential, linear or constant, not '%s'".formatted(strategy));
    };
  }
}
