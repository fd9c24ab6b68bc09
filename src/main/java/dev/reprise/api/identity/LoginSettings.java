package dev.reprise.api.identity;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** How many logins may fail. */
@Dependent
class LoginSettings {

  private final int failures;
  private final Duration interval;

  /**
   * @throws IllegalArgumentException if a value cannot work; names its property
   */
  @Inject
  LoginSettings(
      @ConfigProperty(name = "reprise.logins.failures", defaultValue = "10") int failures,
      @ConfigProperty(name = "reprise.logins.interval", defaultValue = "PT6S") Duration interval) {
    if (failures < 1) {
      throw new IllegalArgumentException("reprise.logins.failures is at least 1, not " + failures);
    }
    if (!interval.isPositive()) {
      throw new IllegalArgumentException(
          "reprise.logins.interval is longer than nothing, not " + interval);
    }
    this.failures = failures;
    this.interval = interval;
  }

  /** Returns how many logins of a user, or from an address, may fail one after the other. */
  int failures() {
    return failures;
  }

  /** Returns after how long one more may fail. */
  Duration interval() {
    return interval;
  }
}
