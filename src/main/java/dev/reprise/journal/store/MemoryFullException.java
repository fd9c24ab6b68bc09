package dev.reprise.journal.store;

import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.RunEvent;
import java.util.UUID;

/** A journal in memory would grow beyond its limit; nothing was written. */
public final class MemoryFullException extends PayloadTooLargeException {

  public MemoryFullException(UUID run, RunEvent event, int kibibytes, int limitKib) {
    super(
        "run %s: its journal, which is in memory because the run is not durable, would have %,d KiB; it may have at most %,d"
            .formatted(run, kibibytes, limitKib),
        event,
        kibibytes * 1024,
        limitKib * 1024);
  }
}
