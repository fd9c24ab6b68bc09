package dev.reprise.api.health;

import dev.reprise.queue.StrandedRuns;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Shows how many {@code stranded} runs this server has requeued since its start: they waited for
 * something that could not happen any more. It is always up, because such a run is a past failure;
 * the log has its cause.
 */
@Readiness
@ApplicationScoped
public class StrandedRunsHealthCheck implements HealthCheck {

  private final StrandedRuns stranded;

  @Inject
  StrandedRunsHealthCheck(StrandedRuns stranded) {
    this.stranded = stranded;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("runs").up().withData("stranded", stranded.count()).build();
  }
}
