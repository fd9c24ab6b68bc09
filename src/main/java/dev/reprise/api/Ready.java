package dev.reprise.api;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Up while the database answers and the application does not shut down. */
@Readiness
@ApplicationScoped
public class Ready implements HealthCheck {

  @Inject DatabaseProbe database;

  private volatile boolean isShuttingDown;

  void shutDown(@Observes Shutdown unused) {
    isShuttingDown = true;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("database")
        .status(!isShuttingDown && database.answers())
        .build();
  }
}
