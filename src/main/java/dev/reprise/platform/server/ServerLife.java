package dev.reprise.platform.server;

import java.time.Instant;

/**
 * The state of one start of a server.
 *
 * @param since when it started, last sent a heartbeat, or ended, by the database's clock
 */
public record ServerLife(Status standing, Instant since) {

  /** Whether it may still act. */
  public enum Status {
    /** It sent a heartbeat just now. */
    ALIVE,
    /** It did not end, and sends no heartbeat: it may be dead, disconnected or suspended. */
    SILENT,
    /** It ended, or another start of the same server replaced it. */
    DEAD
  }
}
