package dev.reprise.api.health;

import dev.reprise.run.queue.StrandedRuns;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Says how many runs this server has had go on since its start that were {@code stranded}: they
 * waited for what could not come any more. Always up: such a run is a fault of the past, and its
 * cause stands in the log.
 */
@Readiness
@ApplicationScoped
public class StrandedRunsHealthCheck implements HealthCheck {

  @Inject StrandedRuns stranded;

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("runs").up().withData("stranded", stranded.count()).build();
  }
}
