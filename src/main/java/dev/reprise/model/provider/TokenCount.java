package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;

/** Reads numbers of tokens, which providers report, and may report wrongly. */
public final class TokenCount {

  /** More than any model reads; sums of many such numbers are within the range of a long. */
  private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000_000_000L);

  private TokenCount() {}

  /** Returns a number of tokens; 0 if it is missing or no number, or negative. */
  public static long of(JsonNode count) {
    return count.isNumber() ? count.decimalValue().max(BigDecimal.ZERO).min(MOST).longValue() : 0;
  }
}
