package dev.reprise.api.identity;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** How many logins may fail. */
@Dependent
class LoginSettings {

  private static final Setting<Integer> FAILURES =
      Setting.of(
          "reprise.logins.failures",
          SettingType.integer(1),
          "10",
          "how many consecutive logins of one user, or from one address, may fail; further ones are"
              + " refused unchecked with `too-many-failed-logins` (429) and `Retry-After`");
  private static final Setting<Duration> INTERVAL =
      Setting.of(
          "reprise.logins.interval",
          SettingType.duration("PT0.001S"),
          "PT6S",
          "after how long one more may fail");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("logins", FAILURES, INTERVAL);
    }
  }

  private final int failures;
  private final Duration interval;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is out of range; names its property
   */
  @Inject
  LoginSettings(Config config) {
    this(FAILURES.get(config), INTERVAL.get(config));
  }

  LoginSettings(int failures, Duration interval) {
    this.failures = failures;
    this.interval = interval;
  }

  /** Returns how many logins of a user, or from an address, may fail in a row. */
  int failures() {
    return failures;
  }

  /** Returns the time after which one more may fail. */
  Duration interval() {
    return interval;
  }
}
