package dev.reprise.budget;

import dev.reprise.agent.budget.Spending;
import dev.reprise.agent.budget.TokenSum;
import dev.reprise.budget.DayLimit.Unit;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What one step of calls is expected to need, or did use.
 *
 * @param usd the cost in US dollars; empty if it is not known
 * @param tokens read and written by models
 * @param modelCalls at least 0
 * @param toolCalls attempts at tool calls, at least 0
 */
public record CallAmounts(Optional<BigDecimal> usd, long tokens, int modelCalls, int toolCalls) {

  /** Nothing at all. */
  public static final CallAmounts NONE = ofTools(0, BigDecimal.ZERO);

  /** Returns the amounts of a call of a model. */
  public static CallAmounts ofModel(Optional<BigDecimal> usd, long tokens) {
    return new CallAmounts(usd, tokens, 1, 0);
  }

  /** Returns the amounts of several calls of tools. */
  public static CallAmounts ofTools(int calls, BigDecimal usd) {
    return new CallAmounts(Optional.of(usd), 0, 0, calls);
  }

  /** Returns the amounts of calls that were made. */
  public static CallAmounts of(Spending spent) {
    return new CallAmounts(
        Optional.of(spent.usd()), spent.tokens(), spent.modelCalls(), spent.toolCalls());
  }

  /** Returns these amounts and others together. */
  public CallAmounts plus(CallAmounts more) {
    return new CallAmounts(
        usd.flatMap(own -> more.usd.map(own::add)),
        TokenSum.of(tokens, more.tokens),
        modelCalls + more.modelCalls,
        toolCalls + more.toolCalls);
  }

  /** Returns the amount in a unit, as limits count it; empty if it is not known. */
  Optional<BigDecimal> in(Unit unit) {
    return switch (unit) {
      case USD -> usd.map(unit::rounded);
      case TOKENS -> Optional.of(BigDecimal.valueOf(tokens));
      case MODEL_CALLS -> Optional.of(BigDecimal.valueOf(modelCalls));
      case TOOL_CALLS -> Optional.of(BigDecimal.valueOf(toolCalls));
    };
  }

  /** Returns whether a limit in a unit matters; one does if the amount is not known. */
  boolean isSomeIn(Unit unit) {
    return in(unit).filter(amount -> amount.signum() == 0).isEmpty();
  }
}
