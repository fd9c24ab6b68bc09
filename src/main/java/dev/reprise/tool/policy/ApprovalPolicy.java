package dev.reprise.tool.policy;

import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.Explained;
import dev.reprise.agent.message.Explanation.Code;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.tool.ToolDeclaration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * Which calls people must approve: by the rules for tools and by cost, how many people, and in what
 * time.
 */
@ApplicationScoped
public class ApprovalPolicy {

  private final ToolPolicy tools;
  private final CallCosts costs;
  private final CostGates gates;
  private final ApprovalQuorum quorum;
  private final ApprovalTimeout timeout;

  @Inject
  public ApprovalPolicy(
      ToolPolicy tools,
      CallCosts costs,
      CostGates gates,
      ApprovalQuorum quorum,
      ApprovalTimeout timeout) {
    this.tools = tools;
    this.costs = costs;
    this.gates = gates;
    this.quorum = quorum;
    this.timeout = timeout;
  }

  /**
   * Judges a call of a run.
   *
   * @param scope of the run
   * @param grant of the run's agent
   */
  public CallVerdict judge(
      ApprovalScope scope, ToolDeclaration tool, ToolGrant grant, ToolCall call) {
    EffectiveToolPolicy effective = tools.effective(tool, grant);
    CostGates.Gate gate = gates.gate(scope, tool, call, costs.expected(scope.tenant(), tool, call));
    Optional<Explained> why =
        switch (effective.approval()) {
          case ALWAYS -> Optional.of(required(grant));
          case BY_COST -> gate.why();
          case NEVER -> Optional.empty();
        };
    return new CallVerdict(
        gate.estimate(), why.map(it -> demand(scope, tool, effective, gate, it)));
  }

  /** Most calls need no approval, so what only an approval needs is not read for them. */
  private CallVerdict.Demand demand(
      ApprovalScope scope,
      ToolDeclaration tool,
      EffectiveToolPolicy effective,
      CostGates.Gate gate,
      Explained why) {
    int people = quorum.of(scope);
    return new CallVerdict.Demand(
        why,
        people,
        timeout.of(scope),
        PolicyDigest.of(tool, effective, gates.limits(scope), people),
        effective.approval() == ApprovalRule.BY_COST && gate.isForCostAlone(),
        effective.pausesIfDenied());
  }

  private static Explained required(ToolGrant grant) {
    return grant.approval()
        ? new Explained("The agent requires approval.", Code.REQUIRED_BY_AGENT.alone())
        : new Explained("The server's policy requires approval.", Code.REQUIRED_BY_POLICY.alone());
  }
}
