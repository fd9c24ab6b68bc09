package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.run.decision.LoopLimits;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a server's loop guard is configured. */
class LoopSettingsTest {

  @Test
  void hasTheDefaults() {
    assertThat(limits(Map.of())).isEqualTo(new LoopLimits(3, 5, 7));
  }

  @Test
  void takesEveryValueFromTheConfiguration() {
    assertThat(
            limits(
                Map.of(
                    "reprise.loop-guard.hint", "0",
                    "reprise.loop-guard.block", "10",
                    "reprise.loop-guard.ask", "12")))
        .isEqualTo(new LoopLimits(0, 10, 12));
  }

  @Test
  void stopsTheStartIfAValueIsInvalid() {
    assertThatThrownBy(() -> limits(Map.of("reprise.loop-guard.block", "3")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the properties reprise.loop-guard.*: hint, block and ask");
    assertThatThrownBy(() -> limits(Map.of("reprise.loop-guard.ask", "never")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("never");
  }

  private static LoopLimits limits(Map<String, String> values) {
    var config =
        new SmallRyeConfigBuilder()
            .addDefaultSources()
            .addDiscoveredConverters()
            .withSources(new PropertiesConfigSource(values, "test", 500))
            .build();
    return new LoopSettings(config).limits();
  }
}
