package dev.reprise.queue;

/** A tenant has the maximum number of queued runs; this changes when some of them start. */
public class QueueFullException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  QueueFullException(String tenant, long queued, int maxQueued) {
    super(
        "Tenant %s has %d runs queued, and may have %d (%s)."
            .formatted(tenant, queued, maxQueued, QueueLimit.MAX_QUEUED.name()));
  }
}
