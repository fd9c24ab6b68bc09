package dev.reprise.webhook;

import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** How this server delivers to webhooks. */
@Dependent // read through its fields, which a proxy would hide
public final class WebhookSettings extends SettingGroup {

  final boolean enabled =
      setting("reprise.webhooks.enabled", SettingType.flag(), "true")
          .means(
              "whether this server sends to webhooks; if not, its API still administers them, and"
                  + " events wait for a server that does");
  final Duration interval =
      setting("reprise.webhooks.interval", SettingType.duration("PT0.1S"), "PT1S")
          .means("how often it polls for due deliveries");
  final Duration timeout =
      setting("reprise.webhooks.timeout", SettingType.duration("PT1S", "PT1M"), "PT15S")
          .means("how long a receiver may take to answer");
  final int concurrency =
      setting("reprise.webhooks.concurrency", SettingType.integer(1, 256), "32")
          .means(
              "how many requests it has open at once: at most half of those that other tenants"
                  + " leave for one tenant, and an eighth of all, at least one, to one webhook");
  final Duration retryDelay =
      setting("reprise.webhooks.retry-delay", SettingType.duration("PT1S", "P7D"), "PT5S")
          .means("the wait after the first failed attempt; doubled after each");
  final Duration maxRetryDelay =
      setting("reprise.webhooks.max-retry-delay", SettingType.duration("PT1S", "P7D"), "PT1H")
          .means("the longest wait, not below the first");
  final Duration retryFor =
      setting("reprise.webhooks.retry-for", SettingType.duration("PT0S", "P30D"), "PT24H")
          .means("how long after its first attempt a delivery is retried");
  final Duration keep =
      setting("reprise.webhooks.keep", SettingType.duration("PT1S"), "P7D")
          .means(
              "how long deliveries are kept after they were delivered or given up; those of an"
                  + " erased run are erased with it");
  final Duration secretOverlap =
      setting("reprise.webhooks.secret-overlap", SettingType.duration("PT0S", "P30D"), "PT24H")
          .means("how long a secret signs after its rotation");
  final int maxOfTenant =
      setting("reprise.webhooks.max-of-tenant", SettingType.integer(1, 1_000), "20")
          .means(
              "how many webhooks a tenant may have; one more is refused with `too-many-webhooks`");

  public WebhookSettings() {
    super("webhooks");
  }

  @Inject
  public WebhookSettings(Config config) {
    super("webhooks", config);
  }

  @Override
  public void check(Config config) {
    var read = new WebhookSettings(config);
    if (read.maxRetryDelay.compareTo(read.retryDelay) < 0) {
      throw new IllegalArgumentException(
          "reprise.webhooks.max-retry-delay must be at least reprise.webhooks.retry-delay, which is %s, not %s"
              .formatted(read.retryDelay, read.maxRetryDelay));
    }
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
