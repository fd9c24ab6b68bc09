package dev.reprise.journal;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether the database accepts appends; for health checks and operators. A write that has hung for
 * {@link #HANGS} counts as failing before it fails.
 */
@ApplicationScoped
public class StoreHealth {

  private static final System.Logger LOG = System.getLogger(StoreHealth.class.getName());

  private static final Duration HANGS = Duration.ofSeconds(5);

  private final Clock clock;
  private long failures;
  private Optional<Instant> failingSince = Optional.empty();
  private Optional<Instant> writingSince = Optional.empty();

  @Inject
  public StoreHealth(Clock clock) {
    this.clock = clock;
  }

  /**
   * Returns when the current series of failed writes began, or the write that hangs; empty if the
   * last write succeeded.
   */
  public synchronized Optional<Instant> failingSince() {
    return failingSince.or(
        () -> writingSince.filter(since -> since.isBefore(clock.instant().minus(HANGS))));
  }

  /** Records the begin of a write. */
  public synchronized void began() {
    writingSince = Optional.of(clock.instant());
  }

  /** Returns how many writes have failed since this server started. */
  public synchronized long failures() {
    return failures;
  }

  /**
   * Records a failed write.
   *
   * @return how long writes have failed by now
   */
  public synchronized Duration failed(int appends, Exception cause) {
    Instant now = clock.instant();
    writingSince = Optional.empty();
    failures++;
    if (failingSince.isEmpty()) {
      failingSince = Optional.of(now);
      LOG.log(
          WARNING,
          "%d appends could not be written; they are retried, and runs that need them wait"
              .formatted(appends),
          cause);
    }
    return Duration.between(failingSince.get(), now);
  }

  /** Records a write that succeeded. */
  public synchronized void worked() {
    writingSince = Optional.empty();
    failingSince.ifPresent(
        since ->
            LOG.log(
                INFO,
                "appends are written again, after %s"
                    .formatted(Duration.between(since, clock.instant()))));
    failingSince = Optional.empty();
  }
}
