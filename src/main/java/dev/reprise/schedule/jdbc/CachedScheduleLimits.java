package dev.reprise.schedule.jdbc;

import dev.reprise.budget.ScheduleLimits;
import dev.reprise.platform.jdbc.Database;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What people allow the runs of schedules to cost in a day, read at most every ten seconds for each
 * tenant, because each model call of such a run asks.
 */
@ApplicationScoped
class CachedScheduleLimits implements ScheduleLimits {

  private static final Duration FRESH = Duration.ofSeconds(10);

  private static final String LIMITS =
      "SELECT name, day_usd FROM schedule WHERE tenant = ? AND day_usd IS NOT NULL";

  private final Database database;
  private final Clock clock;
  private final Map<String, Limits> known = new ConcurrentHashMap<>();

  @Inject
  CachedScheduleLimits(Database database, Clock clock) {
    this.database = database;
    this.clock = clock;
  }

  private record Limits(Instant until, Map<String, BigDecimal> usd) {}

  @Override
  public Map<String, BigDecimal> ofTenant(String tenant) {
    Instant now = clock.instant();
    Limits limits = known.get(tenant);
    if (limits == null || !now.isBefore(limits.until())) {
      limits = new Limits(now.plus(FRESH), read(tenant));
      known.put(tenant, limits);
    }
    return limits.usd();
  }

  private Map<String, BigDecimal> read(String tenant) {
    Map<String, BigDecimal> usd = new HashMap<>();
    database.rows(LIMITS, row -> usd.put(row.text("name"), row.amount("day_usd")), tenant);
    return Map.copyOf(usd);
  }
}
