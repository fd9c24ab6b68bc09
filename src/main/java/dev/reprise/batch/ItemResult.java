package dev.reprise.batch;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * The result of an item that has ended, without the texts that the record of its run has.
 *
 * @param number its place in the order in which items ended, from 1; a retried item ends again,
 *     under a new number
 * @param key its name in the data set
 * @param run the run that has its output; empty if there was none
 * @param errorCode why it failed
 */
public record ItemResult(
    long number,
    int position,
    String key,
    ItemStatus status,
    Optional<UUID> run,
    Spent spent,
    Optional<String> errorCode,
    Instant endedAt) {

  /** What the run of an item spent. */
  public record Spent(BigDecimal usd, long tokens) {}
}
