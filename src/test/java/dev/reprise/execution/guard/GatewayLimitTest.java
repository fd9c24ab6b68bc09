package dev.reprise.execution.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.fixture.TestConfig;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a server's limits for all calls are configured, and how it reports them. */
class GatewayLimitTest {

  @Test
  void hasTheDefaults() {
    assertThat(GatewayLimit.ofModels(TestConfig.empty()))
        .isEqualTo(new GatewayLimit("model", 256, Duration.ofMinutes(15)));
    assertThat(GatewayLimit.ofTools(TestConfig.empty()))
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
    Config config = TestConfig.of(property, "7");

    assertThat(config.getValue(name, Integer.class)).isEqualTo(7);
    GatewayLimit bound =
        property.contains("model") ? GatewayLimit.ofModels(config) : GatewayLimit.ofTools(config);
    assertThat(property.endsWith("calls") ? bound.calls() : bound.time().toSeconds()).isEqualTo(7);
  }

  @Test
  void stopsTheStartIfAValueIsInvalid() {
    assertThatThrownBy(() -> GatewayLimit.ofModels(TestConfig.of("reprise.bound.model.calls", "0")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "reprise.bound.model.calls must be a whole number of at least 1, not '0' (set in test)");
    assertThatThrownBy(() -> GatewayLimit.ofTools(TestConfig.of("reprise.bound.tool.seconds", "0")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "reprise.bound.tool.seconds must be a whole number of at least 1, not '0' (set in test)");
    assertThatThrownBy(() -> GatewayLimit.ofTools(TestConfig.of("reprise.bound.tool.calls", "all")))
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
}
