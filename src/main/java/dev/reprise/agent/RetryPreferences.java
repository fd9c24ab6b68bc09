package dev.reprise.agent;

import java.time.Duration;
import java.util.Optional;

/**
 * How an agent overrides the server's retries of calls that failed in a way that may pass.
 *
 * @param model overrides for calls of its models
 * @param tools overrides for tool calls, if they are retried at all
 */
public record RetryPreferences(Overrides model, Overrides tools) {

  /** The server's retries, without overrides. */
  public static final RetryPreferences AS_THE_SERVER =
      new RetryPreferences(Overrides.NONE, Overrides.NONE);

  /**
   * The values that differ from the server's. An empty value is the server's.
   *
   * @param attempts the maximum number of attempts, including the first one; at least 1
   * @param strategy how waits grow: {@code exponential}, {@code linear} or {@code constant}
   * @param factor the growth factor of exponential waits, 1 to 10
   * @param baseDelay the first wait
   * @param maxDelay the longest wait
   */
  public record Overrides(
      Optional<Integer> attempts,
      Optional<String> strategy,
      Optional<Double> factor,
      Optional<Duration> baseDelay,
      Optional<Duration> maxDelay) {

    /** No override. */
    public static final Overrides NONE =
        new Overrides(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
  }
}
