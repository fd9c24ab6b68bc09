package dev.reprise.operations.bulk;

import dev.reprise.queue.row.RunRow;
import java.util.Optional;
import java.util.UUID;

/**
 * A run of a bulk operation.
 *
 * @param number its place in the operation
 * @param seen the version of the run when it was selected; empty if it did not exist any more
 * @param outcome why the act was refused, if it was
 */
public record BulkItem(
    int number,
    UUID run,
    Optional<RunRow.Version> seen,
    BulkItemStatus status,
    Optional<Refusal> outcome) {

  /**
   * Why an act was not done.
   *
   * @param code of the problem that a request for this run alone would get
   */
  public record Refusal(String code, String detail) {}

  /** Returns a run that was selected. */
  public static BulkItem selected(int number, UUID run, RunRow.Version seen) {
    return new BulkItem(number, run, Optional.of(seen), BulkItemStatus.PENDING, Optional.empty());
  }

  /** Returns this item, done. */
  public BulkItem succeeded() {
    return new BulkItem(number, run, seen, BulkItemStatus.SUCCEEDED, Optional.empty());
  }

  /** Returns this item, refused. */
  public BulkItem failed(Refusal why) {
    return new BulkItem(number, run, seen, BulkItemStatus.FAILED, Optional.of(why));
  }
}
