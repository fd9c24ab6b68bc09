package dev.reprise.api.bulk;

import dev.reprise.operations.bulk.BulkItem;
import dev.reprise.operations.bulk.BulkItemStatus;
import dev.reprise.run.state.RunStatus;
import java.util.Optional;
import java.util.UUID;

/**
 * What has become of a run of an operation.
 *
 * @param status what has become of the act on it: SUCCEEDED if it was accepted, FAILED if it was
 *     refused
 * @param runStatus how the run stands now; absent if it was erased
 * @param code of the problem because of which the act was refused
 * @param detail the same in words
 */
public record BulkItemView(
    UUID run,
    BulkItemStatus status,
    Optional<RunStatus> runStatus,
    Optional<String> code,
    Optional<String> detail) {

  static BulkItemView of(BulkItem item, Optional<RunStatus> runStatus) {
    return new BulkItemView(
        item.run(),
        item.status(),
        runStatus,
        item.outcome().map(BulkItem.Refusal::code),
        item.outcome().map(BulkItem.Refusal::detail));
  }
}
