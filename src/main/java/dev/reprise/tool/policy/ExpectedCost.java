package dev.reprise.tool.policy;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.Cost;
import java.math.BigDecimal;

/**
 * What a call is expected to cost, before it is made.
 *
 * @param amount at least 0
 * @param currency an ISO 4217 code
 */
public record ExpectedCost(BigDecimal amount, String currency) {

  public ExpectedCost {
    amount = Cost.shortest(amount);
  }

  /** Returns whether the amount can be compared with limits in {@link Cost#CURRENCY}. */
  boolean isComparable() {
    return currency.equals(Cost.CURRENCY) || amount.signum() == 0;
  }

  CallEstimate judged(CallEstimate.Verdict verdict) {
    return new CallEstimate(amount, currency, verdict);
  }
}
