package dev.reprise.execution.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerSettings;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How breakers of a server are configured. */
class BreakerProfilesTest {

  private static final BreakerKey TOOL = BreakerKey.tool("acme", "search");
  private static final BreakerKey MODEL = BreakerKey.model("openai");
  private static final BreakerKey WORKFLOW = BreakerKey.workflow("acme", "surveyor");

  @Test
  void openAfterFiveFailuresForHalfAMinuteOrAMinute() {
    BreakerProfiles profiles = profiles(Map.of());

    assertThat(profiles.of(TOOL)).isEqualTo(new BreakerSettings(5, Duration.ofSeconds(30)));
    assertThat(profiles.of(MODEL)).isEqualTo(new BreakerSettings(5, Duration.ofSeconds(60)));
    assertThat(profiles.of(WORKFLOW)).isEqualTo(new BreakerSettings(5, Duration.ofSeconds(60)));
  }

  @Test
  void takeEveryValueFromTheConfiguration() {
    BreakerProfiles profiles =
        profiles(
            Map.of(
                "reprise.breaker.tool.failures", "7",
                "reprise.breaker.tool.open", "PT2S",
                "reprise.breaker.model.failures", "1",
                "reprise.breaker.model.open", "PT3M",
                "reprise.breaker.workflow.failures", "2",
                "reprise.breaker.workflow.open", "PT4M"));

    assertThat(profiles.of(TOOL)).isEqualTo(new BreakerSettings(7, Duration.ofSeconds(2)));
    assertThat(profiles.of(MODEL)).isEqualTo(new BreakerSettings(1, Duration.ofMinutes(3)));
    assertThat(profiles.of(WORKFLOW)).isEqualTo(new BreakerSettings(2, Duration.ofMinutes(4)));
  }

  @ParameterizedTest
  @CsvSource({
    "reprise.breaker.tool.failures, 0, a whole number of at least 1",
    "reprise.breaker.model.failures, -1, a whole number of at least 1",
    "reprise.breaker.model.failures, many, many",
    "reprise.breaker.tool.open, PT0S, a duration of at least PT0.001S",
    "reprise.breaker.model.open, PT-1S, a duration of at least PT0.001S",
    "reprise.breaker.model.open, soon, soon",
    "reprise.breaker.workflow.failures, 0, a whole number of at least 1",
  })
  void refuseInvalidValues(String property, String value, String why) {
    assertThatThrownBy(() -> profiles(Map.of(property, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(property.substring(0, property.lastIndexOf('.')))
        .hasMessageContaining(why);
  }

  private static BreakerProfiles profiles(Map<String, String> properties) {
    return new BreakerProfiles(
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(properties, "test", 100))
            .addDefaultInterceptors()
            .build());
  }
}
