package dev.reprise.api.health;

import dev.reprise.platform.ServerFaults;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * Up as long as the application responds, and asks the database nothing. An unreachable database is
 * no reason to restart it; a Derby that became read-only is, because nothing else boots it again,
 * and so is a class that could not be loaded.
 */
@Liveness
@ApplicationScoped
public class LivenessCheck implements HealthCheck {

  private final DatabaseProbe database;
  private final ServerFaults faults;

  @Inject
  LivenessCheck(DatabaseProbe database, ServerFaults faults) {
    this.database = database;
    this.faults = faults;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("application")
        .status(!database.mustBootAgain() && !faults.mustRestart())
        .build();
  }
}
