package dev.reprise.execution.guard;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.resilience.Quota;
import dev.reprise.resilience.RateLimitPauseTable;
import dev.reprise.resilience.RateLimitPauses;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

/**
 * Pauses of quotas that all runs keep, on all servers of the database: who is told to wait writes
 * it down, and everybody looks at most a second later, also for pauses that somebody ended. Where
 * the database does not answer, each server knows its own pauses.
 */
@ApplicationScoped
public class SharedQuotas {

  private static final System.Logger LOG = System.getLogger(SharedQuotas.class.getName());
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private RateLimitPauses quotas;
  private RateLimitPauseTable table;
  private Clock clock;
  private AtomicReference<Instant> next;

  /** Those that the table has had, so that one which it has no more was ended by somebody. */
  private final Set<Quota> shared = ConcurrentHashMap.newKeySet();

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  SharedQuotas() {}

  @Inject
  public SharedQuotas(DataSource database, Clock clock) {
    this.table = new RateLimitPauseTable(database);
    this.clock = clock;
    this.quotas = new RateLimitPauses(clock, this::write);
    this.next = new AtomicReference<>(Instant.MIN);
  }

  /** Returns how long nobody may use a quota; empty if it may be used now. */
  public Optional<Duration> pauseOf(Quota quota) {
    look();
    return quotas.pauseOf(quota);
  }

  /** Pauses a quota for everybody, from now on. */
  public void pause(Quota quota, Duration wait) {
    quotas.pause(quota, wait);
  }

  private void write(Quota quota, Instant until) {
    LOG.log(
        WARNING,
        "model %s of %s, tenant %s: nobody asks it before %s, as it wished"
            .formatted(quota.model(), quota.provider(), quota.tenant(), until));
    try {
      table.pause(quota, until);
      shared.add(quota);
    } catch (SQLException e) {
      LOG.log(WARNING, "that pause could not be written down; only this server keeps it", e);
    }
  }

  private void look() {
    Instant now = clock.instant();
    Instant due = next.get();
    if (due == null || now.isBefore(due) || !next.compareAndSet(due, now.plus(BETWEEN_LOOKS))) {
      return; // it is fresh, or another thread looks
    }
    try {
      take(table.pausedAt(now));
    } catch (SQLException e) {
      LOG.log(WARNING, "pauses of quotas could not be read; this server keeps those it knows", e);
    }
  }

  private void take(Map<Quota, Instant> paused) {
    Set<Quota> ended = new HashSet<>(shared);
    ended.removeAll(paused.keySet());
    ended.forEach(quotas::resume);
    shared.removeAll(ended);
    shared.addAll(paused.keySet());
    paused.forEach(quotas::restore);
  }
}
