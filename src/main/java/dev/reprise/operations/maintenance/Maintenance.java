package dev.reprise.operations.maintenance;

import java.time.Instant;
import java.util.UUID;

/**
 * The maintenance of a server: it works on no runs, and goes on serving the API.
 *
 * @param server the name of the server; {@link #ALL} for all servers
 * @param by who has started it
 * @param reason in words
 */
public record Maintenance(UUID id, String server, String by, String reason, Instant at) {

  /** In the place of a server's name: all of them. */
  public static final String ALL = "*";

  /** Returns whether it is about the server of this name. */
  public boolean concerns(String name) {
    return server.equals(ALL) || server.equals(name);
  }
}
