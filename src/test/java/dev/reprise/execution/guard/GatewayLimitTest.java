package dev.reprise.execution.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a server's limits for all calls are configured, and how it reports them. */
class GatewayLimitTest {

  @Test
  void hasTheDefaults() {
    assertThat(GatewayLimit.of(config(Map.of()), "model"))
        .isEqualTo(new GatewayLimit("model", 256, Duration.ofMinutes(15)));
    assertThat(GatewayLimit.of(config(Map.of()), "tool"))
        .isEqualTo(new GatewayLimit("tool", 1024, Duration.ofHours(1)));
  }

  @ParameterizedTest
  @CsvSource({
    "reprise.bound.model.calls, dev.reprise.execution.ModelGateway/reply/Bulkhead/value",
    "reprise.bound.model.seconds, dev.reprise.execution.ModelGateway/reply/Timeout/value",
    "reprise.bound.tool.calls, dev.reprise.execution.ToolGateway/call/Bulkhead/value",
    "reprise.bound.tool.seconds, dev.reprise.execution.ToolGateway/call/Timeout/value",
  })
  void areTheValuesOfFaultTolerance(String property, String name) {
    Config config = config(Map.of(property, "7"));

    assertThat(config.getValue(name, Integer.class)).isEqualTo(7);
    GatewayLimit bound = GatewayLimit.of(config, property.contains("model") ? "model" : "tool");
    assertThat(property.endsWith("calls") ? bound.calls() : bound.time().toSeconds()).isEqualTo(7);
  }

  @Test
  void stopsTheStartIfAValueIsInvalid() {
    assertThatThrownBy(
            () -> GatewayLimit.of(config(Map.of("reprise.bound.model.calls", "0")), "model"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("reprise.bound.model.calls must be at least 1, not 0");
    assertThatThrownBy(
            () -> GatewayLimit.of(config(Map.of("reprise.bound.tool.seconds", "0")), "tool"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("reprise.bound.tool.seconds must be at least 1, not 0");
    assertThatThrownBy(
            () -> GatewayLimit.of(config(Map.of("reprise.bound.tool.calls", "all")), "tool"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reprise.bound.tool.calls");
  }

  @Test
  void namesTheLimitAndItsProperty() {
    var bound = new GatewayLimit("model", 2, Duration.ofMinutes(1));

    assertThat(bound.full())
        .isEqualTo(
            new Fault(
                FailureClass.OVERLOADED,
                "this server makes at most 2 model calls at once (reprise.bound.model.calls);"
                    + " this one was not made"));
    assertThat(bound.late())
        .isEqualTo(
            new Fault(
                FailureClass.TIMEOUT,
                "the model call did not end within 60s (reprise.bound.model.seconds)"));
  }

  private static Config config(Map<String, String> values) {
    return new SmallRyeConfigBuilder()
        .addDefaultSources()
        .addDefaultInterceptors()
        .addDiscoveredConverters()
        .withSources(new PropertiesConfigSource(values, "test", 500))
        .build();
  }
}
