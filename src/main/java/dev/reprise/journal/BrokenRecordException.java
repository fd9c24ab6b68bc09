package dev.reprise.journal;

import java.util.UUID;

/** A run's journal is not what was written, so the run cannot continue from it. */
public class BrokenRecordException extends RuntimeException {

  /**
   * A record that is broken at one event.
   *
   * @param what the defect of that event, for example {@code is missing}
   */
  public BrokenRecordException(UUID run, long sequence, String what) {
    super("journal of run %s, event %d: %s".formatted(run, sequence, what));
  }

  /**
   * A record that contradicts the run's row, or the header of its file.
   *
   * @param column of the row
   */
  public BrokenRecordException(UUID run, String column, Object row, Object record) {
    super("%s of run %s is '%s', but its journal says '%s'".formatted(column, run, row, record));
  }

  /** A record whose events cannot have happened in this order. */
  public BrokenRecordException(UUID run, IllegalStateException cause) {
    super("journal of run %s: %s".formatted(run, cause.getMessage()), cause);
  }

  public BrokenRecordException(UUID run, long sequence, String what, Exception cause) {
    super("journal of run %s, event %d: %s".formatted(run, sequence, what), cause);
  }

  public BrokenRecordException(UUID run, long sequence, IllegalArgumentException cause) {
    this(run, sequence, String.valueOf(cause.getMessage()), cause);
  }
}
