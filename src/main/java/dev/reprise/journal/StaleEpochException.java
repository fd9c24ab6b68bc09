package dev.reprise.journal;

import java.util.UUID;

/** The writer does not hold the run any more; it stops at once and leaves the run alone. */
public class StaleEpochException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StaleEpochException(UUID run, long epoch) {
    super("run %s is not held with epoch %d any more".formatted(run, epoch));
  }
}
