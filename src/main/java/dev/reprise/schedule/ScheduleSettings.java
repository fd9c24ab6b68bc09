package dev.reprise.schedule;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** How this server looks after schedules; every value is a MicroProfile Config property. */
@Dependent // read through its fields, which a proxy would hide
class ScheduleSettings {

  static final String MAX_OF_TENANT = "reprise.schedules.max-of-tenant";

  /** Refuses values that cannot work, when the server starts. */
  @PostConstruct
  void check() {
    require(interval.toMillis() >= 100, "reprise.schedules.interval is at least PT0.1S", interval);
    require(!tolerance.isNegative(), "reprise.schedules.tolerance is not negative", tolerance);
    require(lease.toSeconds() >= 3, "reprise.schedules.lease is at least PT3S", lease);
    require(keep.toHours() >= 1, "reprise.schedules.keep is at least PT1H", keep);
    require(maxOfTenant > 0, MAX_OF_TENANT + " is at least 1", maxOfTenant);
    require(maxActive > 0, "reprise.schedules.max-active is at least 1", maxActive);
    require(ofTenant > 0, "reprise.schedules.max-active-of-tenant is at least 1", ofTenant);
    require(ofAgent > 0, "reprise.schedules.max-active-of-agent is at least 1", ofAgent);
  }

  private static void require(boolean holds, String rule, Object value) {
    if (!holds) {
      throw new IllegalArgumentException("%s, not %s".formatted(rule, value));
    }
  }

  /** Whether this server lets schedules fire; off, others do, and it serves their API. */
  @Inject
  @ConfigProperty(name = "reprise.schedules.enabled", defaultValue = "true")
  boolean enabled;

  /** How often it looks at what is due. */
  @Inject
  @ConfigProperty(name = "reprise.schedules.interval", defaultValue = "PT1S")
  Duration interval;

  /** How late a due time may be to fire as if it were on time; later ones were missed. */
  @Inject
  @ConfigProperty(name = "reprise.schedules.tolerance", defaultValue = "PT30S")
  Duration tolerance;

  /** How long a server may take to submit a run before another one does. */
  @Inject
  @ConfigProperty(name = "reprise.schedules.lease", defaultValue = "PT30S")
  Duration lease;

  /** How long firings that have ended are kept. */
  @Inject
  @ConfigProperty(name = "reprise.schedules.keep", defaultValue = "P90D")
  Duration keep;

  /** How many schedules a tenant may have. */
  @Inject
  @ConfigProperty(name = MAX_OF_TENANT, defaultValue = "1000")
  int maxOfTenant;

  /** How many runs of schedules are on their way at once, over all servers. */
  @Inject
  @ConfigProperty(name = "reprise.schedules.max-active", defaultValue = "5")
  int maxActive;

  /** How many of them may be one tenant's. */
  @Inject
  @ConfigProperty(name = "reprise.schedules.max-active-of-tenant", defaultValue = "5")
  int ofTenant;

  /** How many of these may be one agent's. */
  @Inject
  @ConfigProperty(name = "reprise.schedules.max-active-of-agent", defaultValue = "5")
  int ofAgent;

  Limits limits() {
    return new Limits(maxActive, ofTenant, ofAgent);
  }
}
