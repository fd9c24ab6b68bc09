package dev.reprise.api.health;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * Up as long as the application responds, and asks the database nothing. An unreachable database is
 * no reason to restart it; a Derby that became read-only is, because nothing else boots it again.
 */
@Liveness
@ApplicationScoped
public class LivenessCheck implements HealthCheck {

  private final DatabaseProbe database;

  @Inject
  LivenessCheck(DatabaseProbe database) {
    this.database = database;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("application").status(!database.mustBootAgain()).build();
  }
}
