package dev.reprise.journal;

/**
 * A place in a run's journal, named by the event there.
 *
 * @param sequence 0 before the first event
 * @param hash of the event there, hexadecimal
 */
public record Position(long sequence, String hash) {

  /** Before the first event. */
  public static final Position START = new Position(0, "0".repeat(64));
}
