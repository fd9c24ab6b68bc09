package dev.reprise.journal;

import java.util.UUID;

/** An event's payload is larger than the limit; nothing was written. */
public class PayloadTooLargeException extends RuntimeException {

  private final transient RunEvent event;
  private final int bytes;
  private final int limit;

  public PayloadTooLargeException(UUID run, RunEvent event, int bytes, int limit) {
    this(
        "run %s: %s has %,d bytes; a payload may have at most %,d"
            .formatted(run, EventType.of(event).typeName(), bytes, limit),
        event,
        bytes,
        limit);
  }

  protected PayloadTooLargeException(String message, RunEvent event, int bytes, int limit) {
    super(message);
    this.event = event;
    this.bytes = bytes;
    this.limit = limit;
  }

  /** Returns the event that cannot be recorded. */
  public RunEvent event() {
    return event;
  }

  /** Returns the size of its payload, in bytes. */
  public int bytes() {
    return bytes;
  }

  /** Returns the greatest size of a payload, in bytes. */
  public int limit() {
    return limit;
  }
}
