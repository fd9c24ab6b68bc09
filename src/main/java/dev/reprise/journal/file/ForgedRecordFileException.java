package dev.reprise.journal.file;

/** A file is not a run's record, or not as it was exported. */
public class ForgedRecordFileException extends Exception {

  private final long line;

  ForgedRecordFileException(long line, String what) {
    super("line %d: %s".formatted(line, what));
    this.line = line;
  }

  /** Returns the wrong line, counted from 1. */
  public long line() {
    return line;
  }
}
