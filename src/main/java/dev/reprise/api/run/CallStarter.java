package dev.reprise.api.run;

import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.platform.server.ServerLife;
import java.time.Instant;
import java.util.Optional;

/**
 * The start of a server that began a call whose outcome is unknown. Until it is known to be dead,
 * it may still carry the call out.
 *
 * @param server the server's name
 * @param standing {@code DEAD}, {@code ALIVE} or {@code SILENT}; absent if nothing is known of the
 *     start, because it had an earlier version or was last heard of more than 90 days ago
 * @param since when it ended, started, or was last heard of, by the database's clock
 */
public record CallStarter(
    String server, Optional<ServerLife.Status> standing, Optional<Instant> since) {

  static CallStarter of(String start, Optional<ServerLife> life) {
    return new CallStarter(
        ServerIdentity.nameOf(start), life.map(ServerLife::standing), life.map(ServerLife::since));
  }
}
