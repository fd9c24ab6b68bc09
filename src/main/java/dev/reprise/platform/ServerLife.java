package dev.reprise.platform;

import java.time.Instant;

/**
 * What is known of one start of a server.
 *
 * @param since when it was started, was last heard of, or ended, by the database's clock
 */
public record ServerLife(Standing standing, Instant since) {

  /** Whether it may still do something. */
  public enum Standing {
    /** It was heard of just now. */
    ALIVE,
    /** It did not end, and is not heard of: it may be dead, or cut off, or stand still. */
    SILENT,
    /** It ended, or another start of the same server has taken its place. */
    DEAD
  }
}
