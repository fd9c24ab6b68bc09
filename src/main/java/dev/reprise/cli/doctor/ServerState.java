package dev.reprise.cli.doctor;

import dev.reprise.client.RepriseClient;
import java.net.URI;
import java.time.Instant;

/**
 * A server that answers, with what the checks ask it.
 *
 * @param ready its readiness
 * @param now the time of this machine
 * @param settings its settings, which only auditors and admins see
 */
record ServerState(
    URI address, RepriseClient client, HealthReport ready, Instant now, ServerSettings settings) {

  ServerState(URI address, RepriseClient client, HealthReport ready, Instant now) {
    this(address, client, ready, now, new ServerSettings(client));
  }
}
