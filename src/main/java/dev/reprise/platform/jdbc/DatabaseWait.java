package dev.reprise.platform.jdbc;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.Causes;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Repeats what a start needs of the database until it succeeds, because database and server often
 * begin together. The log says when the wait begins, once a minute why it goes on, and when it is
 * over.
 *
 * @param limit how long to wait at most
 * @param pause between two attempts
 */
record DatabaseWait(Duration limit, Clock clock, Pause pause) {

  private static final System.Logger LOG = System.getLogger(DatabaseWait.class.getName());

  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  static final Setting<Duration> LIMIT =
      Setting.of("reprise.database.wait", SettingType.duration("PT0S", "PT50M"), "PT5M")
          .means(
              "how long a start waits for a database that cannot be used yet; then the process"
                  + " ends");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("the-server", LIMIT, DatabaseStart.MIGRATE);
    }
  }

  /** Lets some time pass. */
  interface Pause {
    void await() throws InterruptedException;
  }

  /**
   * Makes attempts until one succeeds.
   *
   * @throws RuntimeException the failure of the last attempt: the time is over, or waiting does not
   *     help
   */
  void until(Runnable attempt) throws InterruptedException {
    Instant begun = clock.instant();
    Optional<Instant> said = Optional.empty();
    while (true) {
      try {
        attempt.run();
        break;
      } catch (RuntimeException e) {
        Instant now = clock.instant();
        if (!isPassing(e) || !now.isBefore(begun.plus(limit))) {
          throw e;
        }
        if (said.isEmpty() || !now.isBefore(said.get().plus(BETWEEN_LINES))) {
          LOG.log(
              WARNING,
              "the start waits for the database, until %s at the latest: %s"
                  .formatted(begun.plus(limit), reason(e)));
          said = Optional.of(now);
        }
        pause.await();
      }
    }
    if (said.isPresent()) {
      LOG.log(
          INFO,
          "the database can be used now, after %s"
              .formatted(Duration.between(begun, clock.instant())));
    }
  }

  /** Returns whether the database, or someone who administers it, may mend this meanwhile. */
  static boolean isPassing(RuntimeException failure) {
    return Causes.first(failure, SQLException.class)
        .filter(e -> SqlErrors.isUnavailable(e) || SqlErrors.isNotPermitted(e))
        .isPresent();
  }

  /** Returns the database's own words, on one line. */
  static String reason(Throwable failure) {
    Throwable cause =
        Causes.of(failure)
            .filter(SQLException.class::isInstance)
            .reduce((outer, inner) -> inner)
            .orElse(failure);
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("").strip();
  }
}
