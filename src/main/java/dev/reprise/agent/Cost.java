package dev.reprise.agent;

import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * What a model call costs by the list.
 *
 * @param amount exact, never rounded; at least 0
 * @param currency by its ISO 4217 code
 * @param priceDate of which day the prices are that it was reckoned with
 */
public record Cost(BigDecimal amount, String currency, LocalDate priceDate) {

  /** What the prices of this product are in. */
  public static final String CURRENCY = "USD";

  public Cost {
    if (amount.signum() < 0) {
      throw new IllegalArgumentException("a call costs nothing at least, not " + amount);
    }
    amount = shortest(amount);
  }

  /** Returns the one form of an amount, so that equal amounts are equal and look the same. */
  static BigDecimal shortest(BigDecimal amount) {
    BigDecimal shortest = amount.stripTrailingZeros();
    return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
  }
}
