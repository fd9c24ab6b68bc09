package dev.reprise.api.bulk;

import dev.reprise.run.bulk.BulkItem;
import dev.reprise.run.bulk.BulkItemStatus;
import java.util.Optional;
import java.util.UUID;

/**
 * What has become of a run of an operation.
 *
 * @param code of the problem because of which the act was refused
 * @param detail the same in words
 */
public record BulkItemView(
    UUID run, BulkItemStatus status, Optional<String> code, Optional<String> detail) {

  static BulkItemView of(BulkItem item) {
    return new BulkItemView(
        item.run(),
        item.status(),
        item.outcome().map(BulkItem.Refusal::code),
        item.outcome().map(BulkItem.Refusal::detail));
  }
}
