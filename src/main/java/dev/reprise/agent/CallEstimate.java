package dev.reprise.agent;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What a call was expected to cost before it was made, and what followed from that.
 *
 * @param amount at least 0
 * @param currency an ISO 4217 code
 */
public record CallEstimate(BigDecimal amount, String currency, Verdict verdict) {

  /** What an expected cost means for a call. */
  public enum Verdict {
    /** The call is made. */
    PASSED,
    /** The call is made, and the server's log says so. */
    NOTICE,
    /** A person decides. */
    ASKED
  }

  public CallEstimate {
    amount = Cost.shortest(amount);
  }

  /** Returns the amount in US dollars; empty if it is in another currency. */
  public Optional<BigDecimal> usd() {
    return Cost.CURRENCY.equals(currency) ? Optional.of(amount) : Optional.empty();
  }

  @Override
  public String toString() {
    return amount.toPlainString() + " " + currency;
  }
}
