package dev.reprise.tool.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.TestConfig;
import dev.reprise.tool.CostHint;
import dev.reprise.tool.ToolDeclaration;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;

/**
 * Whose settings count for a call: the agent's before the tenant's, and these before all others.
 */
class ApprovalPolicyTest {

  private static final ApprovalScope CLERK = new ApprovalScope("acme", "clerk");
  private static final ApprovalScope CLERK_ELSEWHERE = new ApprovalScope("other", "clerk");
  private static final ApprovalScope AUDITOR = new ApprovalScope("acme", "auditor");
  private static final ApprovalScope AUDITOR_ELSEWHERE = new ApprovalScope("other", "auditor");

  private final ApprovalPolicy policy =
      policy(
          TestConfig.of(
              Map.of(
                  "reprise.approvals.agent.clerk.ask-from", "0.3",
                  "reprise.approvals.agent.clerk.batch-items", "1",
                  "reprise.approvals.agent.clerk.quorum", "2",
                  "reprise.approvals.agent.clerk.timeout", "PT1H",
                  "reprise.approvals.tenant.acme.ask-from", "0.8",
                  "reprise.approvals.tenant.acme.quorum", "3",
                  "reprise.approvals.tenant.acme.timeout", "PT2H")));

  @Test
  void asksFromTheCostThatTheAgentSets() {
    assertThat(demand(CLERK, "0.3")).isPresent();
    assertThat(demand(CLERK_ELSEWHERE, "0.3")).isPresent();
    assertThat(demand(AUDITOR, "0.7")).isEmpty();
    assertThat(demand(AUDITOR, "0.8")).isPresent();
    assertThat(demand(AUDITOR_ELSEWHERE, "0.4")).isEmpty();
    assertThat(demand(AUDITOR_ELSEWHERE, "0.5")).isPresent();
  }

  @Test
  void asksFromTheNumberOfItemsThatTheAgentSets() {
    var call = new ToolCall("c1", "pay", new JsonValue("{\"ids\": [1, 2]}"));

    assertThat(policy.judge(CLERK, tool("0.2"), ToolGrant.WHOLE, call).demand()).isPresent();
    assertThat(policy.judge(AUDITOR, tool("0.2"), ToolGrant.WHOLE, call).demand()).isEmpty();
  }

  @Test
  void asksAsManyPeopleForAsLongAsTheAgentSets() {
    assertThat(demand(CLERK, "1").map(CallVerdict.Demand::quorum)).contains(2);
    assertThat(demand(CLERK, "1").map(CallVerdict.Demand::timeout)).contains(Duration.ofHours(1));
    assertThat(demand(AUDITOR, "1").map(CallVerdict.Demand::quorum)).contains(3);
    assertThat(demand(AUDITOR, "1").map(CallVerdict.Demand::timeout)).contains(Duration.ofHours(2));
    assertThat(demand(AUDITOR_ELSEWHERE, "1").map(CallVerdict.Demand::quorum)).contains(1);
    assertThat(demand(AUDITOR_ELSEWHERE, "1").map(CallVerdict.Demand::timeout))
        .contains(Duration.ofMinutes(5));
  }

  /** An approval must not count any more once the limits of its agent have changed. */
  @Test
  void namesTheLimitsOfTheAgentInTheDigest() {
    Optional<String> before = digest(Map.of());

    assertThat(digest(Map.of("reprise.approvals.agent.auditor.ask-from", "0.3"))).isEqualTo(before);
    assertThat(digest(Map.of("reprise.approvals.agent.clerk.ask-from", "0.3")))
        .isNotEqualTo(before);
    assertThat(digest(Map.of("reprise.approvals.agent.clerk.quorum", "2"))).isNotEqualTo(before);
  }

  private static Optional<String> digest(Map<String, String> settings) {
    return demand(policy(TestConfig.of(settings)), CLERK, "1").map(CallVerdict.Demand::digest);
  }

  private Optional<CallVerdict.Demand> demand(ApprovalScope scope, String usd) {
    return demand(policy, scope, usd);
  }

  private static Optional<CallVerdict.Demand> demand(
      ApprovalPolicy policy, ApprovalScope scope, String usd) {
    var call = new ToolCall("c1", "pay", JsonValue.EMPTY_OBJECT);
    return policy.judge(scope, tool(usd), ToolGrant.WHOLE, call).demand();
  }

  private static ApprovalPolicy policy(Config config) {
    var tools = new ToolPolicy();
    return new ApprovalPolicy(
        tools,
        new CallCosts(tools),
        new CostGates(config),
        new ApprovalQuorum(config),
        new ApprovalTimeout(config));
  }

  private static ToolDeclaration tool(String usd) {
    return ToolDeclaration.named("pay", EffectClass.ONCE)
        .costing(CostHint.usd(new BigDecimal(usd), BigDecimal.ZERO))
        .build();
  }
}
