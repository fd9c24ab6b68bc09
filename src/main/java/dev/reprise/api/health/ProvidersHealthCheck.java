package dev.reprise.api.health;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.api.operations.BreakerOverview;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerState;
import dev.reprise.resilience.Quota;
import dev.reprise.resilience.RateLimitPauseTable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Shows the breaker of each model provider, and for how many models and tenants its quota is
 * paused; shows nothing while the database does not answer. It is always up: a server can work on
 * runs while a provider is unavailable, and another server would have the same providers.
 */
@Readiness
@ApplicationScoped
public class ProvidersHealthCheck implements HealthCheck {

  private static final System.Logger LOG = System.getLogger(ProvidersHealthCheck.class.getName());

  private final ChatModels models;
  private final BreakerOverview breakers;
  private final DatabaseProbe probe;
  private final Database database;
  private final Clock clock;

  @Inject
  ProvidersHealthCheck(
      ChatModels models,
      BreakerOverview breakers,
      DatabaseProbe probe,
      Database database,
      Clock clock) {
    this.models = models;
    this.breakers = breakers;
    this.probe = probe;
    this.database = database;
    this.clock = clock;
  }

  @Override
  public HealthCheckResponse call() {
    var response = HealthCheckResponse.named("providers").up();
    if (probe.answers()) {
      try {
        show(response);
      } catch (DatabaseException e) {
        LOG.log(
            WARNING, "readiness: the state of the providers could not be read; it is not shown", e);
      }
    }
    return response.build();
  }

  private void show(HealthCheckResponseBuilder response) {
    Map<BreakerKey, BreakerState> states = breakers.ofProviders();
    Set<Quota> paused = new RateLimitPauseTable(database).pausedAt(clock.instant()).keySet();
    for (String provider : models.names()) {
      BreakerState state = states.getOrDefault(BreakerKey.model(provider), BreakerState.CLOSED);
      response.withData(provider + ".breaker", state.status().name());
      response.withData(
          provider + ".pausedQuotas",
          paused.stream().filter(quota -> quota.provider().equals(provider)).count());
    }
  }
}
