package dev.reprise.agent;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Optional;

/**
 * The cost of a model call according to the price list.
 *
 * @param amount exact, never rounded; at least 0
 * @param currency an ISO 4217 code
 * @param priceDate the date of the prices that the cost was calculated with
 * @param estimate what the call was expected to cost; empty of a call that was not checked
 */
public record Cost(
    BigDecimal amount, String currency, LocalDate priceDate, Optional<CallEstimate> estimate) {

  /** The currency of this product's price list. */
  public static final String CURRENCY = "USD";

  public Cost {
    if (amount.signum() < 0) {
      throw new IllegalArgumentException("the cost of a call must be at least 0, not " + amount);
    }
    amount = shortest(amount);
  }

  /** Creates the cost of a call that was not checked before. */
  public Cost(BigDecimal amount, String currency, LocalDate priceDate) {
    this(amount, currency, priceDate, Optional.empty());
  }

  /** Returns the cost of a call that was expected to cost this. */
  public Cost with(Optional<CallEstimate> expected) {
    return new Cost(amount, currency, priceDate, expected);
  }

  /** Returns a part of the cost, such as that of a call within a batch. */
  public Cost times(BigDecimal factor) {
    return new Cost(amount.multiply(factor), currency, priceDate, estimate);
  }

  /** Returns the amount in US dollars; empty if it is in another currency. */
  public Optional<BigDecimal> usd() {
    return CURRENCY.equals(currency) ? Optional.of(amount) : Optional.empty();
  }

  /**
   * Returns the shortest form of an amount. Equal amounts have one form, so they are also equal as
   * objects and as text.
   */
  public static BigDecimal shortest(BigDecimal amount) {
    BigDecimal shortest = amount.stripTrailingZeros();
    return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
  }
}
