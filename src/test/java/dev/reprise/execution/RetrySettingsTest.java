package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.RetryPreferences;
import dev.reprise.fixture.Agents;
import dev.reprise.resilience.BackOff;
import dev.reprise.resilience.RetryPolicy;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a server's retries are configured. */
class RetrySettingsTest {

  @Test
  void hasTheProfilesDefaults() {
    RetrySettings settings = settings(Map.of());

    assertThat(settings.parkAfter()).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.transport(AGENT)).isEqualTo(RetryPolicy.TRANSPORT);
    assertThat(settings.tool(AGENT)).isEqualTo(RetryPolicy.TOOL);
    assertThat(settings.workflow()).isEqualTo(RetryPolicy.WORKFLOW);
    assertThat(settings.reconciliation()).isEqualTo(RetryPolicy.RECONCILIATION);
  }

  @Test
  void takesEveryValueFromTheConfiguration() {
    RetryPolicy policy =
        settings(
                Map.of(
                    "reprise.retry.transport.attempts", "7",
                    "reprise.retry.transport.base-delay", "PT3S",
                    "reprise.retry.transport.max-delay", "PT7S",
                    "reprise.retry.transport.strategy", "linear"))
            .transport(AGENT);

    assertThat(policy.attempts()).isEqualTo(7);
    assertThat(policy.maxDelay()).isEqualTo(Duration.ofSeconds(7));
    assertThat(policy.backOff().after(2)).isEqualTo(Duration.ofSeconds(6));
    assertThat(
            settings(Map.of("reprise.retry.transport.base-delay", "PT1S"))
                .transport(AGENT)
                .backOff()
                .after(3))
        .isEqualTo(Duration.ofSeconds(4));
    assertThat(
            settings(Map.of("reprise.retry.workflow.base-delay", "PT2S"))
                .workflow()
                .backOff()
                .after(2))
        .isEqualTo(Duration.ofSeconds(4));
    assertThat(
            settings(Map.of("reprise.retry.transport.strategy", "constant"))
                .transport(AGENT)
                .backOff()
                .after(3))
        .isEqualTo(Duration.ofMillis(200));
  }

  @Test
  void letsServerAndAgentSetTheFactorOfWaits() {
    RetrySettings settings =
        settings(
            Map.of(
                "reprise.retry.transport.factor", "3",
                "reprise.retry.reconciliation.factor", "1.5"));

    assertThat(settings.transport(AGENT).backOff())
        .isEqualTo(new BackOff.Exponential(Duration.ofMillis(200), 3));
    assertThat(settings.reconciliation().backOff())
        .isEqualTo(new BackOff.Exponential(Duration.ofSeconds(15), 1.5));
    var patient =
        agent(
            new RetryPreferences(
                baseDelay(Duration.ofSeconds(1)), RetryPreferences.Overrides.NONE));
    assertThat(settings.transport(patient).backOff())
        .as("the server's factor")
        .isEqualTo(new BackOff.Exponential(Duration.ofSeconds(1), 3));
  }

  @Test
  void refusesAFactorForWaitsThatDoNotGrow() {
    assertThatThrownBy(
            () ->
                settings(
                    Map.of(
                        "reprise.retry.tool.strategy", "linear",
                        "reprise.retry.tool.factor", "2")))
        .hasMessageContaining("reprise.retry.tool.")
        .hasMessageContaining("factor must be absent unless strategy is exponential");
  }

  private static RetryPreferences.Overrides baseDelay(Duration delay) {
    return new RetryPreferences.Overrides(
        Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(delay), Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "reprise.retry.transport.attempts, 0, attempts must be a whole number from 1 to 100",
    "reprise.retry.transport.attempts, many, 'not ''many'''",
    "reprise.retry.transport.base-delay, PT-1S, base-delay must be a duration of at least PT0S",
    "reprise.retry.transport.max-delay, PT-1S, must be a duration of at least PT0S",
    "reprise.retry.transport.strategy, fibonacci, exponential or linear or constant",
    "reprise.retry.tool.factor, 0.9, 'factor must be a number from 1 to 10, not ''0.9'''",
    "reprise.retry.tool.factor, NaN, factor must be a number from 1 to 10",
    "reprise.retry.tool.factor, much, much",
    "reprise.retry.tool.attempts, 101, attempts must be a whole number from 1 to 100",
    "reprise.retry.tool.max-delay, PT-1S, max-delay must be a duration of at least PT0S",
    "reprise.retry.park-after, PT-1S, reprise.retry.park-after must be a duration of at least PT0S",
  })
  void refusesInvalidValues(String property, String value, String why) {
    assertThatThrownBy(() -> settings(Map.of(property, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reprise.retry.")
        .hasMessageContaining(why);
  }

  @Test
  void letsAnAgentOverrideTheServer() {
    RetrySettings settings = settings(Map.of("reprise.retry.transport.max-delay", "PT7S"));
    var picky =
        agent(
            new RetryPreferences(
                new RetryPreferences.Overrides(
                    Optional.of(9),
                    Optional.of("constant"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()),
                new RetryPreferences.Overrides(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(1.5),
                    Optional.of(Duration.ofSeconds(3)),
                    Optional.of(Duration.ofSeconds(5)))));

    RetryPolicy transport = settings.transport(picky);
    assertThat(transport.attempts()).isEqualTo(9);
    assertThat(transport.backOff().after(5)).isEqualTo(Duration.ofMillis(200));
    assertThat(transport.maxDelay()).as("the server's").isEqualTo(Duration.ofSeconds(7));
    RetryPolicy tool = settings.tool(picky);
    assertThat(tool.attempts()).as("the server's").isEqualTo(4);
    assertThat(tool.backOff().after(2)).isEqualTo(Duration.ofMillis(4500));
    assertThat(tool.maxDelay()).isEqualTo(Duration.ofSeconds(5));
  }

  private static final AgentDefinition AGENT = agent(RetryPreferences.AS_THE_SERVER);

  private static AgentDefinition agent(RetryPreferences retries) {
    return Agents.agent("clerk").phase("only").retries(retries).build();
  }

  private static RetrySettings settings(Map<String, String> properties) {
    return new RetrySettings(
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(properties, "test", 100))
            .addDefaultInterceptors()
            .build());
  }
}
