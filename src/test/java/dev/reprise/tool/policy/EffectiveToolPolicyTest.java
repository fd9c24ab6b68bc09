package dev.reprise.tool.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Role;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator's rules, and else the built-in ones, make of a tool. */
public class EffectiveToolPolicyTest {

  private static final ToolDeclaration FETCH = tool("http_fetch", "web", "read", false);

  private final Path file;

  EffectiveToolPolicyTest(@TempDir Path directory) {
    this.file = directory.resolve("tools.yaml");
  }

  @Test
  void holdsToTheDeclarationWhereNoRuleSaysOtherwise() {
    EffectiveToolPolicy effective =
        effective(new ToolPolicy(), declared("http_fetch", "web", "read").giving(2_000).build());

    assertThat(effective.timeout()).isEqualTo(FETCH.timeout());
    assertThat(effective.resultLimit()).isEqualTo(2_000);
    assertThat(effective.concurrency()).isEmpty();
    assertThat(effective.secrets().include("weather-key")).as("no secret of itself").isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "true, mcp, external, true",
    "true, web, write, true",
    "true, erp, web, true",
    "true, workspace, write, true",
    "false, workspace, write, false",
    "false, mcp, external, false",
    "false, web, read, false",
  })
  void asksAPersonBeforeEachCallOfADangerousTool(
      boolean dangerous, String category, String tag, boolean asks) {
    var tool = tool("act", category, tag, dangerous);

    assertThat(effective(new ToolPolicy(), tool).approval() == ApprovalRule.ALWAYS).isEqualTo(asks);
  }

  @Test
  void asksAboutADangerousToolAsARuleSays() throws IOException {
    var tool = tool("delete_file", "workspace", "write", true);

    assertThat(effective(policy("- {category: workspace, approval: by-cost}"), tool).approval())
        .isEqualTo(ApprovalRule.BY_COST);
    assertThat(effective(policy("- {name: delete_file, approval: never}"), tool).approval())
        .isEqualTo(ApprovalRule.NEVER);
    assertThat(effective(policy("- {name: delete_file, timeout: PT9S}"), tool).approval())
        .isEqualTo(ApprovalRule.ALWAYS);
  }

  @Test
  void pausesARunAfterADenialIfARuleOrTheGrantSaysSo() throws IOException {
    var pausing = new ToolGrant(Set.of(), Optional.empty(), Optional.empty(), false, true);
    ToolPolicy rules = policy("- {category: web, onDenied: pause}\n- {onDenied: continue}");

    assertThat(effective(new ToolPolicy(), FETCH).pausesIfDenied()).isFalse();
    assertThat(effective(rules, FETCH).pausesIfDenied()).isTrue();
    assertThat(effective(rules, tool("act", "erp", "write", false)).pausesIfDenied()).isFalse();
    assertThat(rules.effective(tool("act", "erp", "write", false), pausing).pausesIfDenied())
        .as("a grant can only restrict")
        .isTrue();
    assertThat(ToolGrant.WHOLE.within(pausing).orElseThrow()).isEqualTo(pausing);
    assertThat(pausing.within(ToolGrant.WHOLE).orElseThrow()).isEqualTo(pausing);
  }

  @Test
  void takesOfEachThingTheFirstRuleThatSaysSomethingAboutIt() throws IOException {
    ToolPolicy policy =
        policy(
            """
            - {name: "http_*", timeout: PT5S, agents: [clerk]}
            - {category: web, timeout: PT9S, approval: always, concurrency: 2, secrets: ["weather-*"]}
            - {dangerous: true, approval: never}
            - {approval: never, resultLimit: 4096, retry: {attempts: 7}, secrets: [all]}
            """);

    EffectiveToolPolicy effective = effective(policy, FETCH);

    assertThat(effective.timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(effective.approval()).isEqualTo(ApprovalRule.ALWAYS);
    assertThat(effective.concurrency()).contains(2);
    assertThat(effective.resultLimit()).isEqualTo(4096);
    assertThat(effective.retry().over(RetryPolicy.TOOL).attempts()).isEqualTo(7);
    assertThat(effective.secrets().include("weather-key")).isTrue();
    assertThat(effective.secrets().include("all")).isFalse();
    assertThat(policy.refusal(FETCH, "acme", "clerk")).isEmpty();
    assertThat(policy.refusal(FETCH, "acme", "boss")).isPresent();
  }

  @Test
  void mayGiveMoreTimeThanTheToolDeclares() throws IOException {
    ToolPolicy policy = policy("- {timeout: PT1H}");

    assertThat(effective(policy, FETCH).timeout()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void saysWhoMayUseATool() throws IOException {
    ToolPolicy policy =
        policy(
            """
            - {name: http_fetch, tenants: [acme], agents: [clerk, scout], roles: [admin]}
            - {tenants: [umbra]}
            - {agents: []}
            """);

    assertThat(policy.refusal(FETCH, "acme", "clerk")).isEmpty();
    assertThat(policy.refusal(FETCH, "umbra", "clerk"))
        .as("the message does not name other tenants")
        .contains("this server does not let your tenant use 'http_fetch'");
    assertThat(policy.refusal(FETCH, "acme", "boss"))
        .contains("this server does not let agent 'boss' use 'http_fetch'");
    assertThat(policy.refusal(FETCH, Optional.of(Role.OPERATOR)))
        .contains("'http_fetch' is only for runs of people with one of the roles [admin]");
    assertThat(policy.refusal(FETCH, Optional.of(Role.ADMIN))).isEmpty();
    var other = tool("other", "x", "x", false);
    assertThat(policy.refusal(other, "umbra", "clerk"))
        .as("an empty list allows no agent")
        .isPresent();
    assertThat(policy.refusal(other, Optional.empty())).as("no rule speaks of roles").isEmpty();
  }

  @Test
  void letsAnAgentNarrowEachThing() throws IOException {
    ToolPolicy policy = policy("- {secrets: [a-key, b-key], timeout: PT20S, approval: never}");
    var grant = new ToolGrant(Set.of(), Optional.of(Set.of("a-key", "c-key")), time("PT10S"), true);

    EffectiveToolPolicy effective = policy.effective(FETCH, grant);

    assertThat(effective.approval()).isEqualTo(ApprovalRule.ALWAYS);
    assertThat(effective.timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(effective.secrets().include("a-key")).isTrue();
    assertThat(effective.secrets().include("b-key")).as("not granted").isFalse();
    assertThat(effective.secrets().include("c-key")).as("not allowed").isFalse();
  }

  private static Optional<Duration> time(String text) {
    return Optional.of(Duration.parse(text));
  }

  private static EffectiveToolPolicy effective(ToolPolicy policy, ToolDeclaration tool) {
    return policy.effective(tool, ToolGrant.WHOLE);
  }

  @Test
  void countsAHigherRoleAsOneThatARuleNamesAndNoRoleAsNone() throws IOException {
    ToolPolicy policy = policy("- {roles: [operator, viewer]}");

    assertThat(policy.refusal(FETCH, Optional.of(Role.VIEWER))).isEmpty();
    assertThat(policy.refusal(FETCH, Optional.of(Role.ADMIN))).isEmpty();
    assertThat(policy.refusal(FETCH, Optional.empty()))
        .contains(
            "'http_fetch' is only for runs of people with one of the roles [operator, viewer]");
    assertThat(policy("- {roles: []}").refusal(FETCH, Optional.of(Role.ADMIN))).isPresent();
  }

  private ToolPolicy policy(String rules) throws IOException {
    Files.writeString(file, rules);
    return ToolFixture.policy(file);
  }

  public static ToolDeclaration tool(String name, String category, String tag, boolean dangerous) {
    return declared(name, category, tag).dangerousIf(dangerous).build();
  }

  private static ToolDeclaration.Builder declared(String name, String category, String tag) {
    return ToolDeclaration.named(name, EffectClass.IDEMPOTENT)
        .taking(new JsonValue("{\"type\":\"object\"}"))
        .in(category, tag);
  }
}
