package dev.reprise.schedule;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** How this server fires schedules: the properties {@code reprise.schedules.*}. */
@Dependent // read through its fields, which a proxy would hide
class ScheduleSettings {

  private static final String PREFIX = "reprise.schedules.";
  static final String MAX_OF_TENANT = PREFIX + "max-of-tenant";

  /** Whether this server fires schedules; if not, other servers do, and this one serves the API. */
  final boolean enabled;

  /** How often it polls for due schedules. */
  final Duration interval;

  /** How late a due time may be and still count as on time; later ones count as missed. */
  final Duration tolerance;

  /** How long a server may take to submit a run before another one does. */
  final Duration lease;

  /** How long ended firings are kept. */
  final Duration keep;

  /** How many schedules a tenant may have. */
  final int maxOfTenant;

  /** How many runs of schedules are open at the same time, over all servers. */
  final int maxActive;

  /** How many of them one tenant may have; fewer than all, so that others have one left. */
  final int ofTenant;

  /** How many of these one agent may have. */
  final int ofAgent;

  /** How many may wait for a person without a slot; further ones keep theirs. */
  final int maxWaiting;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value cannot work; names its property
   */
  @Inject
  ScheduleSettings(Config config) {
    enabled = config.getOptionalValue(PREFIX + "enabled", Boolean.class).orElse(true);
    interval = duration(config, "interval", "PT1S");
    tolerance = duration(config, "tolerance", "PT30S");
    lease = duration(config, "lease", "PT30S");
    keep = duration(config, "keep", "P90D");
    maxOfTenant = number(config, "max-of-tenant", 1000);
    maxActive = number(config, "max-active", 5);
    ofTenant = number(config, "max-active-of-tenant", 4);
    ofAgent = number(config, "max-active-of-agent", 4);
    maxWaiting = number(config, "max-waiting", 100);
    check();
  }

  private void check() {
    require(interval.toMillis() >= 100, "interval must be at least PT0.1S", interval);
    require(!tolerance.isNegative(), "tolerance must not be negative", tolerance);
    require(lease.toSeconds() >= 3, "lease must be at least PT3S", lease);
    require(keep.toHours() >= 1, "keep must be at least PT1H", keep);
    require(maxOfTenant > 0, "max-of-tenant must be at least 1", maxOfTenant);
    require(maxActive > 0, "max-active must be at least 1", maxActive);
    require(ofTenant > 0, "max-active-of-tenant must be at least 1", ofTenant);
    require(ofAgent > 0, "max-active-of-agent must be at least 1", ofAgent);
    require(maxWaiting >= 0, "max-waiting must not be negative", maxWaiting);
  }

  private static void require(boolean holds, String rule, Object value) {
    if (!holds) {
      throw new IllegalArgumentException("%s%s, not %s".formatted(PREFIX, rule, value));
    }
  }

  private static Duration duration(Config config, String name, String otherwise) {
    return config
        .getOptionalValue(PREFIX + name, Duration.class)
        .orElseGet(() -> Duration.parse(otherwise));
  }

  private static int number(Config config, String name, int otherwise) {
    return config.getOptionalValue(PREFIX + name, Integer.class).orElse(otherwise);
  }

  ConcurrencyLimits limits() {
    return new ConcurrencyLimits(maxActive, ofTenant, ofAgent, maxWaiting);
  }
}
