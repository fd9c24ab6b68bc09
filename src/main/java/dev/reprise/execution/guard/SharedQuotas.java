package dev.reprise.execution.guard;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.resilience.Quota;
import dev.reprise.resilience.RateLimitPauseTable;
import dev.reprise.resilience.RateLimitPauses;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Pauses of quotas, shared by the runs of all servers of the database. The server that is told to
 * wait writes the pause, and every other server reads it within a second, as well as pauses that an
 * operator ended. While the database does not answer, each server uses its own pauses.
 */
@ApplicationScoped
public class SharedQuotas {

  private static final System.Logger LOG = System.getLogger(SharedQuotas.class.getName());
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  private final RateLimitPauses quotas;
  private final RateLimitPauseTable table;
  private final Clock clock;
  private final AtomicReference<Instant> next;

  /** The pauses read from the table; one that has left the table was ended by an operator. */
  private final Set<Quota> shared = ConcurrentHashMap.newKeySet();

  @Inject
  public SharedQuotas(Database database, Clock clock) {
    this.table = new RateLimitPauseTable(database);
    this.clock = clock;
    this.quotas = new RateLimitPauses(clock, this::write);
    this.next = new AtomicReference<>(Instant.MIN);
  }

  /** Returns how long a quota stays paused; empty if it may be used now. */
  public Optional<Duration> pauseOf(Quota quota) {
    poll();
    return quotas.pauseOf(quota);
  }

  /** Pauses a quota for all servers, from now on. */
  public void pause(Quota quota, Duration wait) {
    quotas.pause(quota, wait);
  }

  private void write(Quota quota, Instant until) {
    LOG.log(
        WARNING,
        "model %s of %s, tenant %s: its quota is paused, it is not called before %s"
            .formatted(quota.model(), quota.provider(), quota.tenant(), until));
    try {
      table.pause(quota, until);
      shared.add(quota);
    } catch (DatabaseException e) {
      LOG.log(WARNING, "the pause could not be shared; only this server keeps it", e);
    }
  }

  private void poll() {
    Instant now = clock.instant();
    Instant due = next.get();
    if (due == null || now.isBefore(due) || !next.compareAndSet(due, now.plus(POLL_INTERVAL))) {
      return; // the last poll is recent, or another thread polls
    }
    try {
      take(table.pausedAt(now));
    } catch (DatabaseException e) {
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
