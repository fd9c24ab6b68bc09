package dev.reprise.api.health;

import dev.reprise.journal.StoreHealth;
import dev.reprise.schedule.Schedules;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Up while the database answers and the application does not shut down. Says, too, whether what
 * runs record is {@code durable} or {@code degraded} because the database does not take it, and how
 * many writes failed since the start; and whether this server lets schedules fire.
 */
@Readiness
@ApplicationScoped
public class ReadinessCheck implements HealthCheck {

  @Inject DatabaseProbe database;
  @Inject StoreHealth store;
  @Inject Schedules schedules;

  private volatile boolean isShuttingDown;

  void shutDown(@Observes Shutdown unused) {
    isShuttingDown = true;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("database")
        .status(!isShuttingDown && database.answers())
        .withData("durability", store.failingSince().map(since -> "degraded").orElse("durable"))
        .withData("failedWrites", store.failures())
        .withData("schedules", schedules.fireHere() ? "on" : "off")
        .build();
  }
}
