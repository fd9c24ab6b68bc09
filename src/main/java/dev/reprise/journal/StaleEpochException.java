package dev.reprise.journal;

import java.util.UUID;

/** The writer no longer holds the run; it stops at once and does not touch the run again. */
public class StaleEpochException extends RuntimeException {

  public StaleEpochException(UUID run, long epoch) {
    super("run %s is no longer held with epoch %d".formatted(run, epoch));
  }
}
