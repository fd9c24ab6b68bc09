package dev.reprise.batch;

import java.math.BigDecimal;

/**
 * What has become of the items of a batch so far.
 *
 * @param items how many there are
 * @param skipped how many have the result of an earlier batch
 * @param usd what the runs of ended items cost, in US dollars, as far as it is known
 * @param tokens what models read and wrote for them
 * @param lastNumber the number of the item that ended last; it only grows
 */
public record BatchTotals(
    int items,
    int completed,
    int failed,
    int cancelled,
    int skipped,
    BigDecimal usd,
    long tokens,
    long lastNumber) {

  /** Returns how many items have ended. */
  public int ended() {
    return completed + failed + cancelled + skipped;
  }

  /** Returns how many items have not ended. */
  public int pending() {
    return items - ended();
  }

  /** Returns how many ended items had a run of this batch. */
  public int ran() {
    return completed + failed + cancelled;
  }
}
