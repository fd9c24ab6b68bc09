package dev.reprise.agent;

import java.time.Duration;
import java.util.Optional;

/**
 * How an agent wants it tried again what failed in a way that may pass.
 *
 * @param model how its models are asked again
 * @param tools how calls of tools are made again, of those that are at all
 */
public record RetryPreferences(Wish model, Wish tools) {

  /** As the server does it. */
  public static final RetryPreferences AS_THE_SERVER = new RetryPreferences(Wish.NONE, Wish.NONE);

  /**
   * What is wanted otherwise than the server has it; what is empty is not.
   *
   * @param attempts how many calls there are at most, the first one included; at least 1
   * @param strategy how waits grow: {@code exponential}, {@code linear} or {@code constant}
   * @param factor by which waits grow that grow exponentially, 1 to 10
   * @param baseDelay the first wait
   * @param maxDelay the longest wait
   */
  public record Wish(
      Optional<Integer> attempts,
      Optional<String> strategy,
      Optional<Double> factor,
      Optional<Duration> baseDelay,
      Optional<Duration> maxDelay) {

    /** Nothing in particular. */
    public static final Wish NONE =
        new Wish(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
  }
}
