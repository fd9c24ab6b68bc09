package dev.reprise.agent;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * The total cost of several model calls, as far as it is known.
 *
 * @param amount the exact cost of the calls whose cost is known
 * @param currency an ISO 4217 code
 * @param unknownCalls the number of further calls, whose cost is unknown
 */
public record TotalCost(BigDecimal amount, String currency, long unknownCalls) {

  /** The total of no calls. */
  public static final TotalCost NONE = unknown(0);

  public TotalCost {
    amount = Cost.shortest(amount);
  }

  /** Returns the total of this number of calls of unknown cost. */
  public static TotalCost unknown(long calls) {
    return new TotalCost(BigDecimal.ZERO, Cost.CURRENCY, calls);
  }

  /**
   * Returns the sum. If the other total is in another currency, its calls count as calls of unknown
   * cost.
   */
  public TotalCost plus(TotalCost more) {
    boolean adds = more.currency.equals(currency) || more.amount.signum() == 0;
    return adds
        ? new TotalCost(amount.add(more.amount), currency, unknownCalls + more.unknownCalls)
        : new TotalCost(amount, currency, unknownCalls + more.unknownCalls + 1);
  }

  /**
   * Returns the total with one more call.
   *
   * @param cost empty if unknown; a cost in another currency counts as unknown
   */
  public TotalCost plus(Optional<Cost> cost) {
    return cost.filter(known -> known.currency().equals(currency))
        .map(known -> new TotalCost(amount.add(known.amount()), currency, unknownCalls))
        .orElseGet(() -> new TotalCost(amount, currency, unknownCalls + 1));
  }
}
