package dev.reprise.api.health;

import dev.reprise.journal.StoreHealth;
import dev.reprise.operations.maintenance.Maintenance;
import dev.reprise.operations.maintenance.MaintenanceMode;
import dev.reprise.schedule.Schedules;
import dev.reprise.tool.policy.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.inject.Inject;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Up while the database answers, this server is not in maintenance, and the application is not
 * shutting down. It also shows the reason of the maintenance; whether the records of runs are
 * {@code durable}, or {@code degraded} because the database refuses writes; how many writes have
 * failed since the start; whether this server fires schedules; and who approves calls, {@code
 * people} or the {@code test profile}.
 */
@Readiness
@ApplicationScoped
public class ReadinessCheck implements HealthCheck {

  private final DatabaseProbe database;
  private final StoreHealth store;
  private final Schedules schedules;
  private final TestProfile profile;
  private final MaintenanceMode maintenance;
  private volatile boolean isShuttingDown;

  @Inject
  ReadinessCheck(
      DatabaseProbe database,
      StoreHealth store,
      Schedules schedules,
      TestProfile profile,
      MaintenanceMode maintenance) {
    this.database = database;
    this.store = store;
    this.schedules = schedules;
    this.profile = profile;
    this.maintenance = maintenance;
  }

  void shutDown(@Observes Shutdown unused) {
    isShuttingDown = true;
  }

  @Override
  public HealthCheckResponse call() {
    boolean isAnswering = database.answers();
    Optional<Maintenance> here = isAnswering ? maintenance.here() : Optional.empty();
    var response =
        HealthCheckResponse.named("database")
            .status(!isShuttingDown && isAnswering && here.isEmpty())
            .withData("durability", store.failingSince().map(since -> "degraded").orElse("durable"))
            .withData("failedWrites", store.failures())
            .withData("schedules", schedules.fireHere() && here.isEmpty() ? "on" : "off")
            .withData("approvals", profile.approvesAll() ? "test profile" : "people");
    here.ifPresent(it -> response.withData("maintenance", it.reason()));
    return response.build();
  }
}
