package dev.reprise.batch;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * How an item ended.
 *
 * @param status COMPLETED, FAILED or CANCELLED
 * @param usd what its run cost, in US dollars, as far as it is known
 * @param tokens what models read and wrote for it
 * @param errorCode why it failed; empty if it did not
 * @param lastSequence the newest event of its run; 0 if it has none
 */
public record ItemOutcome(
    int position,
    ItemStatus status,
    BigDecimal usd,
    long tokens,
    Optional<String> errorCode,
    long lastSequence) {

  /** Why an item failed whose reply the provider's batch has, and which cannot be read. */
  public static final String UNREADABLE_REPLY = "unreadable_reply";
}
