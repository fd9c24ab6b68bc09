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

  @Inject DatabaseProbe database;

  private volatile boolean hasStarted;

  @Override
  public HealthCheckResponse call() {
    hasStarted = hasStarted || database.answers();
    return HealthCheckResponse.named("schema").status(hasStarted).build();
  }
}
