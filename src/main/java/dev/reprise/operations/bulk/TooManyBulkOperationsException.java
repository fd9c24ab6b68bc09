package dev.reprise.operations.bulk;

/** The tenant has as many bulk operations as it may that have not ended. */
public class TooManyBulkOperationsException extends RuntimeException {

  TooManyBulkOperationsException(String tenant) {
    super(
        "The tenant '%s' has %d bulk operations that have not ended, the maximum; wait for one, or cancel it."
            .formatted(tenant, BulkStore.MAX_OPEN));
  }
}
