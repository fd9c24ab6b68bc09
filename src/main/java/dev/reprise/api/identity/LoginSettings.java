package dev.reprise.api.identity;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** How many logins may fail: {@code reprise.logins.failures} and {@code .interval}. */
@Dependent
class LoginSettings {

  private final int failures;
  private final Duration interval;

  /**
   * @throws IllegalArgumentException if a value is out of range; names its property
   */
  @Inject
  LoginSettings(
      @ConfigProperty(name = "reprise.logins.failures", defaultValue = "10") int failures,
      @ConfigProperty(name = "reprise.logins.interval", defaultValue = "PT6S") Duration interval) {
    if (failures < 1) {
      throw new IllegalArgumentException(
          "reprise.logins.failures must be at least 1, but is " + failures);
    }
    if (!interval.isPositive()) {
      throw new IllegalArgumentException(
          "reprise.logins.interval must be positive, but is " + interval);
    }
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
