package dev.reprise.tool;

import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.RetryOverride;
import dev.reprise.tool.call.ExternalKeys;
import dev.reprise.tool.call.ToolAuthorization;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolGate;
import dev.reprise.tool.policy.ApprovalPolicy;
import dev.reprise.tool.policy.ApprovalQuorum;
import dev.reprise.tool.policy.ApprovalTimeout;
import dev.reprise.tool.policy.CallCosts;
import dev.reprise.tool.policy.CostGates;
import dev.reprise.tool.policy.CostLimits;
import dev.reprise.tool.policy.EffectiveToolPolicyTest;
import dev.reprise.tool.policy.ToolPolicy;
import dev.reprise.tool.policy.ToolPolicyFile;
import dev.reprise.tool.policy.ToolRule;
import dev.reprise.tool.policy.ToolRuleSettings;
import dev.reprise.tool.secret.NamedSecret;
import dev.reprise.tool.secret.ToolSecrets;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Sets up the tool room without a container. */
public final class ToolFixture {

  private ToolFixture() {}

  public static ToolCatalogue catalogue(Collection<? extends Tool> tools) {
    return new ToolCatalogue(tools);
  }

  /** Returns tools of these names that do nothing. */
  public static List<Tool> stubs(String... names) {
    return Stream.of(names)
        .map(name -> EffectiveToolPolicyTest.tool(name, "test", "test", false))
        .<Tool>map(tool -> new StubTool(tool, request -> new ToolOutcome.Succeeded("")))
        .toList();
  }

  /** Returns one with the built-in policy, without secrets, which logs faults unredacted. */
  public static ToolCaller caller(ToolCatalogue catalogue) {
    return caller(catalogue, policy(), Map.of());
  }

  /** Returns one that goes by these rules and has these secrets. */
  public static ToolCaller caller(
      ToolCatalogue catalogue, ToolPolicy policy, Map<String, String> secrets) {
    return caller(catalogue, policy, gate(catalogue, policy), secrets);
  }

  /** Returns one that asks this gate. */
  public static ToolCaller caller(
      ToolCatalogue catalogue, ToolPolicy policy, ToolGate gate, Map<String, String> secrets) {
    var all =
        secrets.entrySet().stream()
            .map(it -> new NamedSecret(it.getKey(), it.getValue(), TenantScope.ALL))
            .toList();
    return caller(catalogue, policy, gate, new ToolSecrets(all), Redaction.none());
  }

  /** Returns one that derives the keys for external systems from a fixed key. */
  public static ToolCaller caller(
      ToolCatalogue catalogue, ToolPolicy policy, ToolSecrets secrets, Redaction redaction) {
    return caller(catalogue, policy, gate(catalogue, policy), secrets, redaction);
  }

  private static ToolCaller caller(
      ToolCatalogue catalogue,
      ToolPolicy policy,
      ToolGate gate,
      ToolSecrets secrets,
      Redaction redaction) {
    return new ToolCaller(
        catalogue, policy, gate, secrets, redaction, new ExternalKeys(() -> new byte[32]));
  }

  /** Returns the gate of a server on which nothing is switched off. */
  public static ToolGate gate(ToolCatalogue catalogue, ToolPolicy policy) {
    return gate(catalogue, policy, (tenant, agent, tool, isDangerous) -> Optional.empty());
  }

  public static ToolGate gate(
      ToolCatalogue catalogue, ToolPolicy policy, ToolGate.Switches switches) {
    return new ToolGate(catalogue, policy, approvals(policy), switches);
  }

  private static ApprovalPolicy approvals(ToolPolicy policy) {
    return new ApprovalPolicy(
        policy,
        new CallCosts(policy),
        new CostGates(CostLimits.DEFAULT),
        new ApprovalQuorum(1),
        new ApprovalTimeout(Duration.ofMinutes(5)));
  }

  /** Returns the built-in rules. */
  public static ToolPolicy policy() {
    return new ToolPolicy();
  }

  /** Returns one that has calls of every tool made again. */
  public static ToolPolicy retryingPolicy() {
    return policy(ToolRuleSettings.retrying(RetryOverride.NONE));
  }

  /** Returns one with a rule for all tools. */
  public static ToolPolicy policy(ToolRuleSettings all) {
    return new ToolPolicy(
        List.of(new ToolRule(Optional.empty(), Optional.empty(), Optional.empty(), Set.of(), all)));
  }

  /** Returns one of the rules of a file, in YAML. */
  public static ToolPolicy policy(Path file) {
    return new ToolPolicy(ToolPolicyFile.read(file));
  }

  /** Returns who may have which agents. */
  public static ToolAuthorization rights(ToolCatalogue catalogue, ToolPolicy policy) {
    return new ToolAuthorization(catalogue, policy);
  }

  public static Workspaces workspaces(String name, Path root) {
    return new Workspaces(workspaceSettings(Map.of("reprise.workspaces", name + "=" + root)));
  }

  static WorkspaceSettings workspaceSettings(Map<String, String> properties) {
    return new WorkspaceSettings(
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(properties, "test", 100))
            .build(),
        Clock.systemUTC());
  }
}
