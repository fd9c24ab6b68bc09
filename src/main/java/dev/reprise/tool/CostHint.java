package dev.reprise.tool;

import dev.reprise.agent.Cost;
import java.math.BigDecimal;

/**
 * What calls of a tool are expected to cost: an amount for each call, and one for each of its
 * items, which are the elements of the longest array in its arguments.
 *
 * @param perCall at least 0
 * @param perItem at least 0
 * @param currency an ISO 4217 code
 */
public record CostHint(BigDecimal perCall, BigDecimal perItem, String currency) {

  public CostHint {
    if (perCall.signum() < 0 || perItem.signum() < 0) {
      throw new IllegalArgumentException(
          "the expected cost of a call must be at least 0, not %s and %s for each item"
              .formatted(perCall, perItem));
    }
    perCall = Cost.shortest(perCall);
    perItem = Cost.shortest(perItem);
  }

  /** Creates a hint in {@link Cost#CURRENCY}. */
  public static CostHint usd(BigDecimal perCall, BigDecimal perItem) {
    return new CostHint(perCall, perItem, Cost.CURRENCY);
  }

  /** Creates a hint for calls that all cost the same. */
  public static CostHint of(Cost perCall) {
    return new CostHint(perCall.amount(), BigDecimal.ZERO, perCall.currency());
  }

  /** Returns what a call for so many items is expected to cost. */
  public BigDecimal amount(int items) {
    return perCall.add(perItem.multiply(BigDecimal.valueOf(items)));
  }
}
