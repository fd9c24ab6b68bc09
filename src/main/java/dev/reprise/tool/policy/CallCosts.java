package dev.reprise.tool.policy;

import dev.reprise.agent.Cost;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.tool.CostHint;
import dev.reprise.tool.ToolDeclaration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;

/**
 * What tool calls are expected to cost, before they are made: as the operator's policy says, or
 * else as the tool declares, for the items of the call; and more if recent calls of the tool by the
 * tenant's runs did cost more, as the tool reported.
 */
@ApplicationScoped
public class CallCosts {

  private static final MathContext DIGITS = MathContext.DECIMAL32;
  private static final int SCALE = 6;

  private final ToolPolicy policy;

  /** In multiples of what the calls were expected to cost; in US dollars if that was unknown. */
  private final RecentCosts recent = new RecentCosts();

  /** The calls that a tenant's runs make of a tool. */
  public record Subject(String tenant, String tool) {}

  @Inject
  public CallCosts(ToolPolicy policy) {
    this.policy = policy;
  }

  /** Returns what a call of a tenant's run is expected to cost; empty if that is not known. */
  public Optional<ExpectedCost> expected(String tenant, ToolDeclaration tool, ToolCall call) {
    Optional<ExpectedCost> hint = hint(tool, call);
    if (hint.filter(it -> !it.currency().equals(Cost.CURRENCY)).isPresent()) {
      return hint;
    }
    return recent
        .of(subject(tenant, tool))
        .map(times -> times.multiply(unit(hint)).setScale(SCALE, RoundingMode.UP))
        .map(usd -> new ExpectedCost(usd.max(amount(hint)), Cost.CURRENCY))
        .or(() -> hint);
  }

  /**
   * Learns what a call did cost.
   *
   * @param usd in US dollars, more than 0
   */
  public void learn(String tenant, ToolDeclaration tool, ToolCall call, BigDecimal usd) {
    recent.learn(subject(tenant, tool), usd.divide(unit(hint(tool, call)), DIGITS));
  }

  /** Returns what was learnt, in multiples of what the calls were expected to cost. */
  public Map<Subject, BigDecimal> learnt() {
    return recent.all();
  }

  /** Begins with what was learnt before; what was learnt since stays. */
  public void restore(Map<Subject, BigDecimal> learnt) {
    recent.restore(learnt);
  }

  private Optional<ExpectedCost> hint(ToolDeclaration tool, ToolCall call) {
    return policy.costHint(tool).map(hint -> expected(hint, call));
  }

  private static ExpectedCost expected(CostHint hint, ToolCall call) {
    int items = hint.perItem().signum() > 0 ? CallItems.of(call) : 0;
    return new ExpectedCost(hint.amount(items), hint.currency());
  }

  private static BigDecimal unit(Optional<ExpectedCost> hint) {
    return hint.isPresent() && amount(hint).signum() > 0 ? amount(hint) : BigDecimal.ONE;
  }

  private static BigDecimal amount(Optional<ExpectedCost> hint) {
    return hint.map(ExpectedCost::amount).orElse(BigDecimal.ZERO);
  }

  private static Subject subject(String tenant, ToolDeclaration tool) {
    return new Subject(tenant, tool.name());
  }
}
