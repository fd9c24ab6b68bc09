package dev.reprise.api.maintenance;

import dev.reprise.run.maintenance.Maintenance;
import java.time.Instant;
import java.util.UUID;

/**
 * A maintenance that has not ended.
 *
 * @param server {@code *} for all servers
 */
public record MaintenanceView(UUID id, String server, String by, String reason, Instant at) {

  static MaintenanceView of(Maintenance it) {
    return new MaintenanceView(it.id(), it.server(), it.by(), it.reason(), it.at());
  }
}
