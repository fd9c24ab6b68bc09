package dev.reprise.operations.bulk;

/** What has become of an item. */
public enum BulkItemStatus {
  PENDING,
  /** A server has begun with it; if that server is lost, it may have been done. */
  STARTED,
  SUCCEEDED,
  FAILED
}
