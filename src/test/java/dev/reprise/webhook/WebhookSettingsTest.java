package dev.reprise.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a server is configured to deliver to webhooks. */
class WebhookSettingsTest {

  @Test
  void hasDefaults() {
    var settings = settings(Map.of());

    assertThat(settings.enabled).isTrue();
    assertThat(settings.interval).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.timeout).isEqualTo(Duration.ofSeconds(15));
    assertThat(settings.lease()).isGreaterThan(settings.timeout);
    assertThat(settings.concurrency).isEqualTo(32);
    assertThat(settings.concurrencyOfWebhook()).isEqualTo(4);
    assertThat(settings.retryDelay).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.maxRetryDelay).isEqualTo(Duration.ofHours(1));
    assertThat(settings.retryFor).isEqualTo(Duration.ofHours(24));
    assertThat(settings.keep).isEqualTo(Duration.ofDays(7));
    assertThat(settings.secretOverlap).isEqualTo(Duration.ofHours(24));
    assertThat(settings.maxOfTenant).isEqualTo(20);
  }

  @Test
  void takesEachValueFromTheConfiguration() {
    var settings =
        settings(
            Map.of(
                "reprise.webhooks.enabled", "false",
                "reprise.webhooks.interval", "PT0.1S",
                "reprise.webhooks.timeout", "PT1M",
                "reprise.webhooks.concurrency", "1",
                "reprise.webhooks.retry-delay", "PT2S",
                "reprise.webhooks.max-retry-delay", "PT3S",
                "reprise.webhooks.retry-for", "PT0S",
                "reprise.webhooks.keep", "PT1S",
                "reprise.webhooks.secret-overlap", "PT0S",
                "reprise.webhooks.max-of-tenant", "1"));

    assertThat(settings.enabled).isFalse();
    assertThat(settings.interval).isEqualTo(Duration.ofMillis(100));
    assertThat(settings.timeout).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.concurrency).isEqualTo(1);
    assertThat(settings.concurrencyOfWebhook()).isEqualTo(1);
    assertThat(settings.retryDelay).isEqualTo(Duration.ofSeconds(2));
    assertThat(settings.maxRetryDelay).isEqualTo(Duration.ofSeconds(3));
    assertThat(settings.retryFor).isZero();
    assertThat(settings.keep).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.secretOverlap).isZero();
    assertThat(settings.maxOfTenant).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "interval, PT0.09S",
    "timeout, PT0.5S",
    "timeout, PT61S",
    "concurrency, 0",
    "concurrency, 257",
    "retry-delay, PT0S",
    "max-retry-delay, PT0S",
    "retry-delay, P8D",
    "max-retry-delay, P8D",
    "retry-for, PT-1S",
    "retry-for, P31D",
    "keep, PT0S",
    "secret-overlap, PT-1S",
    "max-of-tenant, 0",
    "max-of-tenant, 1001"
  })
  void refusesWhatCannotWork(String name, String value) {
    String property = "reprise.webhooks." + name;

    assertThatThrownBy(() -> settings(Map.of(property, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(property + " must ");
  }

  @Test
  void refusesALongestWaitBelowTheFirst() {
    Config config = config(Map.of("reprise.webhooks.max-retry-delay", "PT4S"));

    assertThatThrownBy(() -> new WebhookSettings().check(config))
        .hasMessage(
            "reprise.webhooks.max-retry-delay must be at least reprise.webhooks.retry-delay, which is"
                + " PT5S, not PT4S");
  }

  private static WebhookSettings settings(Map<String, String> properties) {
    return new WebhookSettings(config(properties));
  }

  private static Config config(Map<String, String> properties) {
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .addDiscoveredConverters()
        .build();
  }
}
