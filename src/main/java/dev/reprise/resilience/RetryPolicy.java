package dev.reprise.resilience;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Whether and when to retry: the one engine of retries. It only decides; the caller waits. A server
 * records the wait of a run's call, so that neither attempt nor wait is lost with it. {@link Retry}
 * waits in the caller's thread.
 *
 * @param attempts the greatest number of calls, including the first; at least 1
 * @param backOff how long to wait after each
 * @param maxDelay the longest wait, including jitter; only a wait that the other side requests may
 *     be longer
 * @param jitter spreads waits
 * @param retryIf after which failures another attempt is worthwhile; by default after those of a
 *     {@linkplain FailureClass#isTransient() transient} class
 */
public record RetryPolicy(
    int attempts, BackOff backOff, Duration maxDelay, Jitter jitter, Predicate<Fault> retryIf) {

  /** One predicate for all, so that policies with the default are equal. */
  private static final Predicate<Fault> TRANSIENT = Fault::isTransient;

  /** For calls over the network: 4 attempts, 200 ms doubling up to 10 s, up to 25 % longer. */
  public static final RetryPolicy TRANSPORT =
      new RetryPolicy(
          4,
          BackOff.exponential(Duration.ofMillis(200)),
          Duration.ofSeconds(10),
          Jitter.upTo(0.25));

  /** For whole runs: 3 attempts, 1 s doubling up to 60 s, up to 25 % longer. */
  public static final RetryPolicy WORKFLOW =
      new RetryPolicy(
          3, BackOff.exponential(Duration.ofSeconds(1)), Duration.ofMinutes(1), Jitter.upTo(0.25));

  /** For tools that may be called again: 4 attempts, 1 s doubling up to 30 s, give or take 20 %. */
  public static final RetryPolicy TOOL =
      new RetryPolicy(
          4,
          BackOff.exponential(Duration.ofSeconds(1)),
          Duration.ofSeconds(30),
          Jitter.plusMinus(0.2));

  /**
   * For asking a tool for the outcome of a call: 5 times, 15 s doubling up to 5 min, give or take
   * 20 %.
   */
  public static final RetryPolicy RECONCILIATION =
      new RetryPolicy(
          5,
          BackOff.exponential(Duration.ofSeconds(15)),
          Duration.ofMinutes(5),
          Jitter.plusMinus(0.2));

  /** One call and no other. */
  public static final RetryPolicy NEVER =
      new RetryPolicy(1, BackOff.constant(Duration.ZERO), Duration.ZERO, Jitter.NONE);

  /**
   * Creates a policy.
   *
   * @throws IllegalArgumentException if there is no attempt, or the longest wait is negative
   */
  public RetryPolicy {
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts must be at least 1, not " + attempts);
    }
    if (maxDelay.isNegative()) {
      throw new IllegalArgumentException(
          "the longest wait must not be negative, but is " + maxDelay);
    }
  }

  /** Creates a policy that retries after transient failures. */
  public RetryPolicy(int attempts, BackOff backOff, Duration maxDelay, Jitter jitter) {
    this(attempts, backOff, maxDelay, jitter, TRANSIENT);
  }

  /** Returns the same policy with another number of attempts. */
  public RetryPolicy withAttempts(int most) {
    return new RetryPolicy(most, backOff, maxDelay, jitter, retryIf);
  }

  /** Returns the same policy with other waits. */
  public RetryPolicy withDelays(BackOff other, Duration longest) {
    return new RetryPolicy(attempts, other, longest, jitter, retryIf);
  }

  /** Returns the same policy with another condition for a retry. */
  public RetryPolicy retryIf(Predicate<Fault> condition) {
    return new RetryPolicy(attempts, backOff, maxDelay, jitter, condition);
  }

  /** Returns the same policy that retries after any failure, as far as attempts and time allow. */
  public RetryPolicy retryAfterAny() {
    return retryIf(fault -> true);
  }

  /** What to do after a failed attempt. */
  public sealed interface Decision {

    /** Returns when to retry, given the time of the decision; empty for never. */
    Optional<Instant> next(Instant now);
  }

  /** Wait, and retry. */
  public record Again(Duration delay) implements Decision {
    @Override
    public Optional<Instant> next(Instant now) {
      return Optional.of(now.plus(delay));
    }
  }

  /** Give up. */
  public record Stop(Why why) implements Decision {
    @Override
    public Optional<Instant> next(Instant now) {
      return Optional.empty();
    }
  }

  /** Why there is no other attempt. */
  public enum Why {
    /** It would not help. */
    NOT_RETRYABLE,
    /** All attempts are used. */
    ATTEMPTS_USED,
    /** The wait would end after the deadline. */
    TOO_LATE
  }

  /**
   * Decides after a failed attempt.
   *
   * @param attempt the failed attempt, counted from 1
   * @param left the time to the caller's deadline, if there is one
   */
  public Decision after(int attempt, Fault fault, Optional<Duration> left, RandomGenerator random) {
    if (!retryIf.test(fault)) {
      return new Stop(Why.NOT_RETRYABLE);
    }
    if (attempt >= attempts) {
      return new Stop(Why.ATTEMPTS_USED);
    }
    Duration own = delay(attempt, random);
    Duration wait = fault.retryAfter().filter(it -> it.compareTo(own) > 0).orElse(own);
    return left.filter(time -> wait.compareTo(time) >= 0).isPresent()
        ? new Stop(Why.TOO_LATE)
        : new Again(wait);
  }

  /**
   * Returns the wait after an attempt, from zero to {@link #maxDelay}.
   *
   * @param attempt the failed attempt, counted from 1
   */
  public Duration delay(int attempt, RandomGenerator random) {
    Duration delay = jitter.spread(atMost(maxDelay, backOff.after(attempt)), random);
    return atMost(maxDelay, delay.isNegative() ? Duration.ZERO : delay);
  }

  private static Duration atMost(Duration most, Duration delay) {
    return delay.compareTo(most) > 0 ? most : delay;
  }
}
