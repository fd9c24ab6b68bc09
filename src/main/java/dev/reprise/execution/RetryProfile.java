package dev.reprise.execution;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.resilience.BackOff;
import dev.reprise.resilience.RetryOverride;
import dev.reprise.resilience.RetryPolicy;
import java.time.Duration;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * A retry policy whose values can be set: {@code reprise.retry.<name>.attempts}, {@code .strategy},
 * {@code .factor}, {@code .base-delay} and {@code .max-delay}.
 *
 * @param defaults with an exponential back-off
 * @param subject what is retried, in words after "how often"
 */
record RetryProfile(String name, RetryPolicy defaults, String subject) {

  private String property(String last) {
    return "reprise.retry.%s.%s".formatted(name, last);
  }

  private BackOff.Exponential backOff() {
    return (BackOff.Exponential) defaults.backOff();
  }

  private Setting<Integer> attempts() {
    return Setting.of(
            property("attempts"),
            SettingType.integer(1, RetryOverride.MAX_ATTEMPTS),
            Integer.toString(defaults.attempts()))
        .means("how often %s at most, including the first time".formatted(subject));
  }

  private Setting<String> strategy() {
    return Setting.of(
            property("strategy"),
            SettingType.choice("exponential", "linear", "constant"),
            "exponential")
        .means("how waits grow: by a factor, by the base delay, or not at all");
  }

  private Setting<Double> factor() {
    return Setting.optional(property("factor"), SettingType.decimal(1, 10))
        .otherwise("2")
        .means("the factor of exponential waits; allowed with that strategy alone");
  }

  private Setting<Duration> baseDelay() {
    return Setting.of(
            property("base-delay"), SettingType.duration("PT0S"), backOff().base().toString())
        .means("the first wait, before jitter");
  }

  private Setting<Duration> maxDelay() {
    return Setting.of(
            property("max-delay"), SettingType.duration("PT0S"), defaults.maxDelay().toString())
        .means("the longest wait; only one that the other side requests is longer");
  }

  /** Returns the settings of this profile. */
  Stream<Setting<?>> settings() {
    return Stream.of(attempts(), strategy(), factor(), baseDelay(), maxDelay());
  }

  /**
   * Reads the policy.
   *
   * @throws IllegalArgumentException if a value is invalid; names the properties
   */
  RetryPolicy policy(Config config) {
    var attempts = attempts().find(config);
    var strategy = strategy().find(config);
    var factor = factor().find(config);
    var baseDelay = baseDelay().find(config);
    var maxDelay = maxDelay().find(config);
    try {
      return new RetryOverride(attempts, strategy, factor, baseDelay, maxDelay).over(defaults);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the properties %s*: %s".formatted(property(""), e.getMessage()), e);
    }
  }
}
