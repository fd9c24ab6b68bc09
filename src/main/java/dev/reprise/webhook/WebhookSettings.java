package dev.reprise.webhook;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** How this server delivers to webhooks. */
@Dependent // read through its fields, which a proxy would hide
class WebhookSettings {

  private static final Setting<Boolean> ENABLED =
      Setting.of(
          "reprise.webhooks.enabled",
          SettingType.flag(),
          "true",
          "whether this server sends to webhooks; if not, its API still administers them, and events"
              + " wait for a server that does");
  private static final Setting<Duration> INTERVAL =
      Setting.of(
          "reprise.webhooks.interval",
          SettingType.duration("PT0.1S"),
          "PT1S",
          "how often it polls for due deliveries");
  private static final Setting<Duration> TIMEOUT =
      Setting.of(
          "reprise.webhooks.timeout",
          SettingType.duration("PT1S", "PT1M"),
          "PT15S",
          "how long a receiver may take to answer");
  private static final Setting<Integer> CONCURRENCY =
      Setting.of(
          "reprise.webhooks.concurrency",
          SettingType.integer(1, 256),
          "32",
          "how many requests it has open at once: at most half of those that other tenants leave for"
              + " one tenant, and an eighth of all, at least one, to one webhook");
  private static final Setting<Duration> RETRY_DELAY =
      Setting.of(
          "reprise.webhooks.retry-delay",
          SettingType.duration("PT1S", "P7D"),
          "PT5S",
          "the wait after the first failed attempt; doubled after each");
  private static final Setting<Duration> MAX_RETRY_DELAY =
      Setting.of(
          "reprise.webhooks.max-retry-delay",
          SettingType.duration("PT1S", "P7D"),
          "PT1H",
          "the longest wait, not below the first");
  private static final Setting<Duration> RETRY_FOR =
      Setting.of(
          "reprise.webhooks.retry-for",
          SettingType.duration("PT0S", "P30D"),
          "PT24H",
          "how long after its first attempt a delivery is retried");
  private static final Setting<Duration> KEEP =
      Setting.of(
          "reprise.webhooks.keep",
          SettingType.duration("PT1S"),
          "P7D",
          "how long deliveries are kept after they were delivered or given up; those of an erased run"
              + " are erased with it");
  private static final Setting<Duration> SECRET_OVERLAP =
      Setting.of(
          "reprise.webhooks.secret-overlap",
          SettingType.duration("PT0S", "P30D"),
          "PT24H",
          "how long a secret signs after its rotation");
  static final Setting<Integer> MAX_OF_TENANT =
      Setting.of(
          "reprise.webhooks.max-of-tenant",
          SettingType.integer(1, 1_000),
          "20",
          "how many webhooks a tenant may have; one more is refused with `too-many-webhooks`");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super(
          "webhooks",
          ENABLED,
          INTERVAL,
          TIMEOUT,
          CONCURRENCY,
          RETRY_DELAY,
          MAX_RETRY_DELAY,
          RETRY_FOR,
          KEEP,
          SECRET_OVERLAP,
          MAX_OF_TENANT);
    }

    @Override
    public void check(Config config) {
      Duration first = RETRY_DELAY.get(config);
      Duration longest = MAX_RETRY_DELAY.get(config);
      if (longest.compareTo(first) < 0) {
        throw new IllegalArgumentException(
            "%s must be at least %s, which is %s, not %s"
                .formatted(MAX_RETRY_DELAY, RETRY_DELAY, first, longest));
      }
    }
  }

  /** Whether this server delivers; if not, other servers do. */
  final boolean enabled;

  /** How often it polls for due deliveries. */
  final Duration interval;

  /** How long a receiver may take to answer. */
  final Duration timeout;

  /** How many requests are open at once. */
  final int concurrency;

  /** The wait after the first failed attempt; doubled after each. */
  final Duration retryDelay;

  /** The longest wait between two attempts. */
  final Duration maxRetryDelay;

  /** How long after its first attempt a delivery is retried. */
  final Duration retryFor;

  /** How long deliveries are kept after their end. */
  final Duration keep;

  /** How long a secret signs after its rotation. */
  final Duration secretOverlap;

  /** How many webhooks a tenant may have. */
  final int maxOfTenant;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value cannot work; names its property
   */
  @Inject
  WebhookSettings(Config config) {
    enabled = ENABLED.get(config);
    interval = INTERVAL.get(config);
    timeout = TIMEOUT.get(config);
    concurrency = CONCURRENCY.get(config);
    retryDelay = RETRY_DELAY.get(config);
    maxRetryDelay = MAX_RETRY_DELAY.get(config);
    retryFor = RETRY_FOR.get(config);
    keep = KEEP.get(config);
    secretOverlap = SECRET_OVERLAP.get(config);
    maxOfTenant = MAX_OF_TENANT.get(config);
  }

  /** How long a claim lasts: a request, and the database before and after it. */
  Duration lease() {
    return timeout.plusSeconds(15);
  }

  /** How many requests to one webhook are open at once. */
  int concurrencyOfWebhook() {
    return Math.max(1, concurrency / 8);
  }
}
