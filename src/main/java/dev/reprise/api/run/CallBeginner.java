package dev.reprise.api.run;

import dev.reprise.platform.ServerLife;
import java.time.Instant;
import java.util.Optional;

/**
 * The start of a server that began a call whose outcome is unknown. As long as it is not known to
 * be dead, it may yet do what the call is about.
 *
 * @param server its name
 * @param standing whether that start is known to be {@code DEAD}, is {@code ALIVE}, or is {@code
 *     SILENT}; absent if nothing is known of it, because it had an earlier version or nothing was
 *     heard of it for 90 days
 * @param since when it ended, was started, or was last heard of, by the database's clock
 */
public record CallBeginner(
    String server, Optional<ServerLife.Standing> standing, Optional<Instant> since) {

  static CallBeginner of(String start, Optional<ServerLife> life) {
    return new CallBeginner(
        RunOwner.server(start), life.map(ServerLife::standing), life.map(ServerLife::since));
  }
}
