package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a server is configured to look after schedules. */
class ScheduleSettingsTest {

  @Test
  void allowsFiveActiveFiringsAndLeavesOneToAnotherTenant() {
    assertThat(settings(Map.of()).limits()).isEqualTo(new ConcurrencyLimits(5, 4, 5, 100));
  }

  @Test
  void hasTheOtherDefaults() {
    var settings = settings(Map.of());

    assertThat(settings.enabled).isTrue();
    assertThat(settings.interval).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.tolerance).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.lease).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.keep).isEqualTo(Duration.ofDays(90));
    assertThat(settings.cooldown).isEqualTo(Duration.ofMinutes(5));
    assertThat(settings.maxOfTenant).isEqualTo(1000);
  }

  @Test
  void takesEveryLimitFromTheConfiguration() {
    var settings =
        settings(
            Map.of(
                "reprise.schedules.max-active", "20",
                "reprise.schedules.max-active-of-tenant", "10",
                "reprise.schedules.max-active-of-agent", "2",
                "reprise.schedules.max-waiting", "0",
                "reprise.schedules.max-of-tenant", "7"));

    assertThat(settings.limits()).isEqualTo(new ConcurrencyLimits(20, 10, 2, 0));
    assertThat(settings.maxOfTenant).isEqualTo(7);
  }

  @Test
  void takesTheRestFromTheConfiguration() {
    var settings =
        settings(
            Map.of(
                "reprise.schedules.enabled", "false",
                "reprise.schedules.interval", "PT0.1S",
                "reprise.schedules.tolerance", "PT0S",
                "reprise.schedules.lease", "PT3S",
                "reprise.schedules.keep", "PT1H",
                "reprise.schedules.cooldown", "PT0S"));

    assertThat(settings.enabled).isFalse();
    assertThat(settings.interval).isEqualTo(Duration.ofMillis(100));
    assertThat(settings.tolerance).isZero();
    assertThat(settings.lease).isEqualTo(Duration.ofSeconds(3));
    assertThat(settings.keep).isEqualTo(Duration.ofHours(1));
    assertThat(settings.cooldown).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "max-active, 0",
    "max-active-of-tenant, 0",
    "max-active-of-agent, -1",
    "max-waiting, -1",
    "max-of-tenant, 0",
    "interval, PT0.05S",
    "tolerance, PT-1S",
    "lease, PT2S",
    "cooldown, P31D",
    "keep, PT1M"
  })
  void failsTheStartIfAValueIsInvalid(String name, String value) {
    assertThatThrownBy(() -> settings(Map.of("reprise.schedules." + name, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("reprise.schedules." + name + " must ");
  }

  static ScheduleSettings settings(Map<String, String> values) {
    return new ScheduleSettings(
        new SmallRyeConfigBuilder()
            .addDefaultSources()
            .addDiscoveredConverters()
            .withSources(new PropertiesConfigSource(values, "test", 500))
            .build());
  }
}
