package dev.reprise.webhook;

/** Where a delivery stands. */
public enum DeliveryStatus {
  /** It is sent when it is due, and when earlier events of its run have ended. */
  PENDING,
  /** The receiver has accepted it. */
  DELIVERED,
  /** It was retried for too long; only a person has it sent again. */
  DEAD_LETTER
}
