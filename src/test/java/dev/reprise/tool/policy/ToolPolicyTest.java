package dev.reprise.tool.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.fixture.EachMemberCounts;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.tool.ToolDeclaration;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolPolicyTest {

  private static final RetryPolicy PROFILE = RetryPolicy.TOOL;

  private final Path file;

  ToolPolicyTest(@TempDir Path directory) {
    this.file = directory.resolve("tools.yaml");
  }

  @ParameterizedTest
  @CsvSource({
    "web, look, false, IDEMPOTENT, 4",
    "net, web, false, READ_ONLY, 4",
    "code, look, false, READ_ONLY, 4",
    "web, look, true, READ_ONLY, 1",
    "web, look, false, ONCE, 1",
    "workspace, look, false, READ_ONLY, 1",
  })
  void makesCallsOfTheWebAndOfCodeAgainThatAreNotDangerous(
      String category, String tag, boolean dangerous, EffectClass effect, int attempts) {
    var tool = tool("fetch", category, tag, dangerous, effect);

    assertThat(new ToolPolicy().retry(tool, PROFILE).attempts()).isEqualTo(attempts);
  }

  @Test
  void takesTheFirstRuleThatFits() {
    ToolPolicy policy =
        policy(
            """
            - name: fetch_slow*
              retry: {attempts: 2, strategy: constant, baseDelay: PT3S, maxDelay: PT4S}
            - category: web
              dangerous: true
              tags: [payment, slow]
              retry: {attempts: 9}
            - name: fetch_*
              retry: never
            """);

    RetryPolicy slow = policy.retry(tool("fetch_slowly", "web", "x", true), PROFILE);
    assertThat(slow.attempts()).isEqualTo(2);
    assertThat(slow.backOff().after(5)).isEqualTo(Duration.ofSeconds(3));
    assertThat(slow.maxDelay()).isEqualTo(Duration.ofSeconds(4));
    assertThat(slow.jitter()).as("of the profile").isEqualTo(PROFILE.jitter());
    var payment =
        ToolDeclaration.named("pay", EffectClass.ONCE)
            .taking(JsonValue.EMPTY_OBJECT)
            .dangerous()
            .in("web", "payment", "slow", "x")
            .within(Duration.ofSeconds(1))
            .build();
    assertThat(policy.retry(payment, PROFILE).attempts()).isEqualTo(9);
    assertThat(policy.retry(tool("pay", "web", "payment", true), PROFILE).attempts())
        .as("one of two tags")
        .isEqualTo(1);
    assertThat(policy.retry(tool("fetch_page", "web", "x", false), PROFILE).attempts())
        .as("where the built-in rule would have it made again")
        .isEqualTo(1);
    assertThat(policy.retry(tool("search", "web", "x", false), PROFILE).attempts())
        .as("by the built-in rule")
        .isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                            | the whole must be a list of at most 100 rules",
        "- {tool: a}                   | rules[0].tool is not allowed here; allowed are agents, app",
        "- {name: 'a b', retry: never} | rules[0].name must be a tool's name, in which * matches",
        "- {name: a}                   | rules[0] must have a setting for its tools: one or more of agents, app",
        "- {retry: often}              | rules[0].retry must be 'never', or an object of attempts",
        "- {retry: {factor: much}}     | rules[0].retry.factor must be a number",
        "- {retry: {factor: 0.5}}      | rules[0].retry does not work: factor must be 1 to 10, not 0.5",
        "- {approval: true}            | rules[0].approval must be always, by-cost or never",
        "- {concurrency: 0}            | rules[0].concurrency must be 1 to 2147483647",
        "- {cost: much}              | rules[0].cost must be a number of US dollars",
        "- {cost: -0.1}              | rules[0].cost must be at least 0",
        "- {costPerItem: -0.1}       | rules[0].costPerItem must be at least 0",
        "- {timeout: PT0S}             | rules[0].timeout must be longer than PT0S",
        "- {timeout: 3 s}              | rules[0].timeout must be an ISO-8601 duration",
        "- {resultLimit: 1023}         | rules[0].resultLimit must be 1024 to 4194304",
        "- {resultLimit: 4194305}      | rules[0].resultLimit must be 1024 to 4194304",
        "- {secrets: weather-key}      | rules[0].secrets must be a list of names of secrets, in which *",
        "- {secrets: [weather_key]}    | rules[0].secrets must be a list of names of secrets",
        "- {tenants: acme}             | rules[0].tenants must be a list of tenants",
        "- {agents: [1]}               | rules[0].agents must be a list of agents' names",
        "- {roles: [boss]}             | rules[0].roles must be a list of roles, which are admin, operator, v",
        "- {dangerous: yes!, retry: never} | rules[0].dangerous must be true or false",
        "- {tags: web, retry: never}   | rules[0].tags must be a list of words",
        "- {retry: {attempts: 0}}      | rules[0].retry does not work: attempts must be 1 to 100",
        "- {retry: {attempts: many}}   | rules[0].retry.attempts must be a whole number",
        "- {retry: {strategy: random}} | rules[0].retry.strategy must be exponential, linear or constant",
        "- {retry: {baseDelay: 1s}}    | rules[0].retry.baseDelay must be an ISO-8601 duration",
        "- {retry: {maxDelay: PT-1S}}  | max-delay must not be negative",
        "- {retry: {times: 1}}         | rules[0].retry.times is not allowed here",
      })
  void refusesRulesThatCannotWork(String rules, String why) {
    assertThatThrownBy(() -> policy(rules))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reprise.tools.policy-file: " + file)
        .hasMessageContaining(why);
  }

  @Test
  void readsEachMemberOfTheSchema() {
    EachMemberCounts.check(
        DocumentSchema.TOOL_POLICY, rules -> ToolPolicyFile.read(written(rules)), Set.of());
  }

  @Test
  void namesAllRolesInTheSchema() {
    assertThat(
            DocumentSchema.TOOL_POLICY
                .content()
                .at("/$defs/rule/properties/roles/items/enum")
                .valueStream()
                .map(JsonNode::asText))
        .containsExactlyElementsOf(Stream.of(Role.values()).map(Role::roleName).toList());
  }

  private Path written(String rules) {
    try {
      return Files.writeString(file, rules);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ToolPolicy policy(String rules) {
    written(rules);
    return new ToolPolicy(
        new SmallRyeConfigBuilder()
            .withSources(
                new PropertiesConfigSource(
                    Map.of("reprise.tools.policy-file", file.toString()), "test", 100))
            .addDefaultInterceptors()
            .build());
  }

  private static ToolDeclaration tool(String name, String category, String tag, boolean dangerous) {
    return tool(name, category, tag, dangerous, EffectClass.IDEMPOTENT);
  }

  private static ToolDeclaration tool(
      String name, String category, String tag, boolean dangerous, EffectClass effect) {
    return ToolDeclaration.named(name, effect)
        .taking(JsonValue.EMPTY_OBJECT)
        .dangerousIf(dangerous)
        .in(category, tag)
        .within(Duration.ofSeconds(1))
        .build();
  }
}
