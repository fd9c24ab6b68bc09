package dev.reprise.agent;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What model calls cost together, as far as anybody knows.
 *
 * @param amount of the calls whose cost is known, exact
 * @param currency by its ISO 4217 code
 * @param unknownCalls how many calls there were beside, of which nobody knows what they cost
 */
public record TotalCost(BigDecimal amount, String currency, long unknownCalls) {

  /** No call at all. */
  public static final TotalCost NONE = unknown(0);

  public TotalCost {
    amount = Cost.shortest(amount);
  }

  /** Returns so many calls of which nobody knows what they cost. */
  public static TotalCost unknown(long calls) {
    return new TotalCost(BigDecimal.ZERO, Cost.CURRENCY, calls);
  }

  /** Returns both together; calls that cost another currency are calls whose cost is unknown. */
  public TotalCost plus(TotalCost more) {
    boolean adds = more.currency.equals(currency) || more.amount.signum() == 0;
    return adds
        ? new TotalCost(amount.add(more.amount), currency, unknownCalls + more.unknownCalls)
        : new TotalCost(amount, currency, unknownCalls + more.unknownCalls + 1);
  }

  /**
   * Returns the expense with one call more.
   *
   * @param cost empty, or in another currency, if it is not known
   */
  public TotalCost plus(Optional<Cost> cost) {
    return cost.filter(known -> known.currency().equals(currency))
        .map(known -> new TotalCost(amount.add(known.amount()), currency, unknownCalls))
        .orElseGet(() -> new TotalCost(amount, currency, unknownCalls + 1));
  }
}
