package dev.reprise.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.artifact.TrustRules.Promoter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;

/** How a server is configured to judge generated tools. */
class ArtifactSettingsTest {

  @Test
  void hasDefaults() {
    var settings = new ArtifactSettings(config(Map.of()));

    assertThat(settings.rollout).isEqualTo(Rollout.REPAIR);
    assertThat(settings.trust).isEqualTo(new TrustRules(List.of("*"), Promoter.PERSON, 3));
    assertThat(settings.health).isEqualTo(new HealthRules(3, 0.5));
    assertThat(settings.ranking)
        .isEqualTo(
            new RankingRules(10, Duration.ofDays(14), Duration.ofDays(30), Duration.ofDays(90)));
    assertThat(settings.writesPerCall).isEqualTo(3);
    assertThat(settings.maxOfTenant).isEqualTo(1000);
  }

  @Test
  void takesEachValueFromTheConfiguration() {
    var config =
        config(
            Map.of(
                "reprise.artifacts.rollout", "canary",
                "reprise.artifacts.canary-roles", "feed_reader, test_*",
                "reprise.artifacts.canary-calls", "1",
                "reprise.artifacts.writes-per-call", "5",
                "reprise.artifacts.max-repairs", "0",
                "reprise.artifacts.degraded-from", "1",
                "reprise.artifacts.known-tools", "100",
                "reprise.artifacts.half-life", "PT1H",
                "reprise.artifacts.last-after", "PT2H",
                "reprise.artifacts.removable-after", "PT2H"),
            Map.of(
                "reprise.artifacts.promoted-by", "calls", "reprise.artifacts.max-of-tenant", "7"));

    var settings = new ArtifactSettings(config);

    assertThat(settings.rollout).isEqualTo(Rollout.CANARY);
    assertThat(settings.trust)
        .isEqualTo(new TrustRules(List.of("feed_reader", "test_*"), Promoter.CALLS, 1));
    assertThat(settings.health).isEqualTo(new HealthRules(0, 1));
    assertThat(settings.ranking)
        .isEqualTo(
            new RankingRules(100, Duration.ofHours(1), Duration.ofHours(2), Duration.ofHours(2)));
    assertThat(settings.writesPerCall).isEqualTo(5);
    assertThat(settings.maxOfTenant).isEqualTo(7);
  }

  @Test
  void aToolComesLastBeforeItMayBeRemoved() {
    var config = config(Map.of("reprise.artifacts.removable-after", "P29D"));

    assertThatThrownBy(() -> new ArtifactSettings().check(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reprise.artifacts.removable-after")
        .hasMessageContaining("reprise.artifacts.last-after");
  }

  /** Of two maps, because {@code Map.of} takes ten entries. */
  @SafeVarargs
  private static Config config(Map<String, String>... properties) {
    var config = new SmallRyeConfigBuilder();
    for (Map<String, String> each : properties) {
      config.withSources(new PropertiesConfigSource(each, "test", 100));
    }
    return config.build();
  }
}
