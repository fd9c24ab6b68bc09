package dev.reprise.api.audit;

import dev.reprise.journal.audit.AuditEvent;
import dev.reprise.journal.audit.AuditRecord;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Records what callers were refused because they may not do it. Their tries must not fill the
 * database: each server writes {@value #AT_ONCE} entries of a tenant at once, then one in ten
 * seconds, which counts those before it.
 */
@ApplicationScoped
class DeniedAccess {

  static final int AT_ONCE = 30;
  static final Duration INTERVAL = Duration.ofSeconds(10);

  private static final System.Logger LOG = System.getLogger(DeniedAccess.class.getName());
  private static final int MAX_TENANTS = 10_000;

  private final AuditRecord record;
  private final Clock clock;
  private final Map<String, Budget> budgets = new LinkedHashMap<>();

  @Inject
  DeniedAccess(AuditRecord record, Clock clock) {
    this.record = record;
    this.clock = clock;
  }

  /**
   * What a tenant may still have recorded.
   *
   * @param spentUntil when all of it is there again
   * @param uncounted refusals since the last entry
   */
  private record Budget(Instant spentUntil, long uncounted) {}

  /** Records a refusal, or counts it for the next entry. */
  public void add(String tenant, AuditEvent.AccessDenied denied) {
    long count = counted(tenant);
    if (count == 0) {
      return;
    }
    try {
      record.append(
          tenant,
          new AuditEvent.AccessDenied(
              denied.by(), denied.roles(), denied.address(), denied.deed(), count));
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "audit record of tenant %s: %d refusals could not be recorded, the last: %s by %s"
              .formatted(tenant, count, denied.deed(), denied.by()),
          e);
    }
  }

  private synchronized long counted(String tenant) {
    Instant now = clock.instant();
    Budget budget = budgets.getOrDefault(tenant, new Budget(now, 0));
    Instant from = budget.spentUntil().isBefore(now) ? now : budget.spentUntil();
    boolean isLeft = from.isBefore(now.plus(INTERVAL.multipliedBy(AT_ONCE)));
    long count = budget.uncounted() + 1;
    budgets.remove(tenant); // the newest is the last
    budgets.put(tenant, isLeft ? new Budget(from.plus(INTERVAL), 0) : new Budget(from, count));
    if (budgets.size() > MAX_TENANTS) {
      budgets.remove(budgets.keySet().iterator().next());
    }
    return isLeft ? count : 0;
  }
}
