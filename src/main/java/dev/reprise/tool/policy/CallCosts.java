package dev.reprise.tool.policy;

import dev.reprise.agent.message.ToolCall;
import dev.reprise.tool.CostHint;
import dev.reprise.tool.ToolDeclaration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * What tool calls are expected to cost, before they are made: as the operator's policy says, or
 * else as the tool declares, for the items of the call.
 */
@ApplicationScoped
public class CallCosts {

  private final ToolPolicy policy;

  @Inject
  public CallCosts(ToolPolicy policy) {
    this.policy = policy;
  }

  /** Returns what a call is expected to cost; empty if that is not known. */
  public Optional<ExpectedCost> expected(ToolDeclaration tool, ToolCall call) {
    return policy.costHint(tool).map(hint -> expected(hint, call));
  }

  private static ExpectedCost expected(CostHint hint, ToolCall call) {
    int items = hint.perItem().signum() > 0 ? CallItems.of(call) : 0;
    return new ExpectedCost(hint.amount(items), hint.currency());
  }
}
