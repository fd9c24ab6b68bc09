package dev.reprise.resilience;

import java.time.Duration;
import java.util.Optional;

/**
 * The values of a {@link RetryPolicy} that an operator or an agent changes. An empty value leaves
 * the policy's value as it is.
 *
 * @param attempts the greatest number of calls, including the first; at least 1
 * @param strategy how waits grow: {@code exponential}, {@code linear} or {@code constant}; a {@code
 *     baseDelay} or a {@code factor} alone means {@code exponential}
 * @param factor the growth of exponential waits, 1 to 10
 * @param baseDelay the first wait; not negative
 * @param maxDelay the longest wait; not negative
 */
public record RetryOverride(
    Optional<Integer> attempts,
    Optional<String> strategy,
    Optional<Double> factor,
    Optional<Duration> baseDelay,
    Optional<Duration> maxDelay) {

  /** Changes nothing. */
  public static final RetryOverride NONE = attempts(Optional.empty());

  /** One call and no other. */
  public static final RetryOverride NEVER = attempts(Optional.of(1));

  private static final String EXPONENTIAL = "exponential";

  /** More attempts than any caller would wait for. */
  public static final int MAX_ATTEMPTS = 100;

  /**
   * Creates an override.
   *
   * @throws IllegalArgumentException if a value is not allowed; the message names it
   */
  public RetryOverride {
    attempts
        .filter(most -> most < 1 || most > MAX_ATTEMPTS)
        .ifPresent(
            most -> {
              throw new IllegalArgumentException(
                  "attempts must be 1 to %d, not %d".formatted(MAX_ATTEMPTS, most));
            });
    backOff(
        strategy.orElse(EXPONENTIAL), Duration.ZERO, factor.orElse(BackOff.Exponential.DOUBLING));
    if (factor.isPresent() && strategy.filter(name -> !name.equals(EXPONENTIAL)).isPresent()) {
      throw new IllegalArgumentException(
          "factor must be absent unless strategy is exponential, but strategy is '%s'"
              .formatted(strategy.get()));
    }
    notNegative("base-delay", baseDelay);
    notNegative("max-delay", maxDelay);
  }

  /** Returns a policy with these values instead of its own. */
  public RetryPolicy over(RetryPolicy policy) {
    BackOff backOff =
        strategy.isEmpty() && factor.isEmpty() && baseDelay.isEmpty()
            ? policy.backOff()
            : backOff(
                strategy.orElse(EXPONENTIAL),
                baseDelay.orElse(policy.backOff().after(1)),
                factor.orElse(factor(policy.backOff())));
    return policy
        .withAttempts(attempts.orElse(policy.attempts()))
        .withDelays(backOff, maxDelay.orElse(policy.maxDelay()));
  }

  private static double factor(BackOff backOff) {
    return backOff instanceof BackOff.Exponential(Duration base, double factor)
        ? factor
        : BackOff.Exponential.DOUBLING;
  }

  private static RetryOverride attempts(Optional<Integer> most) {
    return new RetryOverride(
        most, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static void notNegative(String name, Optional<Duration> delay) {
    delay
        .filter(Duration::isNegative)
        .ifPresent(
            negative -> {
              throw new IllegalArgumentException(
                  "%s must not be negative, but is %s".formatted(name, negative));
            });
  }

  private static BackOff backOff(String strategy, Duration base, double factor) {
    return switch (strategy) {
      case EXPONENTIAL -> new BackOff.Exponential(base, factor);
      case "linear" -> BackOff.linear(base);
      case "constant" -> BackOff.constant(base);
      default ->
          throw new IllegalArgumentException(
              "strategy must be exponential, linear or constant, not '%s'".formatted(strategy));
    };
  }
}
