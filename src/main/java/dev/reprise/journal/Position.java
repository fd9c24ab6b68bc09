package dev.reprise.journal;

/**
 * A place in a run's journal: that of its newest event.
 *
 * @param sequence 0 before the first event
 * @param hash of the event there, hexadecimal
 */
public record Position(long sequence, String hash) {

  /** Before the first event. */
  public static final Position START = new Position(0, "0".repeat(64));
}
