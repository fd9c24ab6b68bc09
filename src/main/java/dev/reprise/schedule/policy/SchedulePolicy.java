package dev.reprise.schedule.policy;

import dev.reprise.resilience.BackOff;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/**
 * How a schedule fires.
 *
 * @param cooldown how long it rests after the end of a firing; zero for no rest
 * @param catchUp what it does about due times that passed while no server ran
 * @param maxActive how many of its firings are open at the same time, where they may overlap
 * @param priority the priority of its runs, in their tenant's queue
 * @param dayUsd what its runs may cost in a day of UTC, in US dollars; empty for no limit
 */
public record SchedulePolicy(
    Duration cooldown,
    OverlapPolicy overlap,
    CatchUp catchUp,
    int maxActive,
    Retry retry,
    int priority,
    Optional<BigDecimal> dayUsd) {

  /** The policy of a schedule that names no other, where the server has no other cooldown. */
  public static final SchedulePolicy DEFAULT =
      new SchedulePolicy(
          Duration.ofMinutes(5),
          OverlapPolicy.SKIP,
          new CatchUp(MisfirePolicy.ONCE, Duration.ofHours(1), Duration.ofMinutes(5)),
          5,
          new Retry(3, Duration.ofMinutes(1)),
          0,
          Optional.empty());

  /**
   * What a schedule does about missed due times.
   *
   * @param grace the greatest age of a missed due time that fires, where all of them do
   * @param spread how long the firings that catch up are spread, so that no burst follows an outage
   */
  public record CatchUp(MisfirePolicy missed, Duration grace, Duration spread) {}

  /**
   * How often a firing is tried.
   *
   * @param maxAttempts how many attempts there are before the firing fails
   * @param delay the wait before the second attempt; doubled before each further one, up to an hour
   */
  public record Retry(int maxAttempts, Duration delay) {

    private static final Duration LONGEST_DELAY = Duration.ofHours(1);

    /** Returns how long a firing waits after so many failed attempts, at least one. */
    public Duration delayAfter(int attempts) {
      Duration doubled = BackOff.exponential(delay).after(attempts);
      return doubled.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : doubled;
    }
  }

  /** Returns this policy with another cooldown. */
  public SchedulePolicy withCooldown(Duration other) {
    return new SchedulePolicy(other, overlap, catchUp, maxActive, retry, priority, dayUsd);
  }

  public MisfirePolicy missed() {
    return catchUp.missed();
  }

  public Duration grace() {
    return catchUp.grace();
  }

  public Duration spread() {
    return catchUp.spread();
  }

  public int maxAttempts() {
    return retry.maxAttempts();
  }

  public Duration retryDelay() {
    return retry.delay();
  }
}
