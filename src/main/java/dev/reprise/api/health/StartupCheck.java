package dev.reprise.api.health;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Startup;

/** Up once the database has this version's schema. */
@Startup
@ApplicationScoped
public class StartupCheck implements HealthCheck {

  private final DatabaseProbe database;
  private volatile boolean hasStarted;

  @Inject
  StartupCheck(DatabaseProbe database) {
    this.database = database;
  }

  @Override
  public HealthCheckResponse call() {
    hasStarted = hasStarted || database.answers();
    return HealthCheckResponse.named("schema").status(hasStarted).build();
  }
}
