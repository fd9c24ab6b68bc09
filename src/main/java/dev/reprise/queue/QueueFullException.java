package dev.reprise.queue;

/** A tenant has the maximum number of queued runs; this changes when some of them start. */
public class QueueFullException extends RuntimeException {

  QueueFullException(String tenant, long queued, int maxQueued) {
    super(
        "Tenant %s has %d runs queued, and may have %d (%s)."
            .formatted(tenant, queued, maxQueued, QueueLimit.MAX_QUEUED.name()));
  }
}
