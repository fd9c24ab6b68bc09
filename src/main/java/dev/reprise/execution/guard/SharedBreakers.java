package dev.reprise.execution.guard;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerState;
import dev.reprise.resilience.BreakerTable;
import dev.reprise.resilience.Breakers;
import dev.reprise.resilience.CircuitBreaker;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The breakers of all runs, shared by all servers of the database. The server that changes a
 * breaker writes the change, and every other server reads it within a second. Each server counts
 * the failures that leave a breaker closed by itself, and does not write them.
 *
 * <p>One server probes at a time: the database accepts the first one. If that server is killed,
 * another may probe after the breaker's open time has passed once more. While the database does not
 * answer, each server uses its own breakers.
 */
@ApplicationScoped
public class SharedBreakers {

  private static final System.Logger LOG = System.getLogger(SharedBreakers.class.getName());
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  private final Breakers breakers;
  private final BreakerTable table;
  private final Clock clock;

  private final Lock lock = new ReentrantLock();
  private volatile Instant next = Instant.MIN;

  @Inject
  public SharedBreakers(BreakerProfiles profiles, Database database, Clock clock) {
    this.table = new BreakerTable(database);
    this.clock = clock;
    this.breakers = new Breakers(profiles::of, clock, this::changed);
  }

  /** Returns a breaker in its shared state, which may be up to a second old. */
  public CircuitBreaker of(BreakerKey key) {
    poll();
    return breakers.of(key);
  }

  /** Clears an interrupt of the call meanwhile, because Derby would give up the connection. */
  private Optional<BreakerState> changed(BreakerKey key, BreakerState to) {
    boolean wasInterrupted = Thread.interrupted();
    try {
      Optional<BreakerState> instead = written(key, to);
      if (instead.isEmpty()) {
        log(key, to);
      }
      return instead;
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Optional<BreakerState> written(BreakerKey key, BreakerState to) {
    try {
      return table.write(key, to) ? Optional.empty() : table.find(key);
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "%s: its change to %s could not be shared; only this server knows it"
              .formatted(key, to.status()),
          e);
      return Optional.empty();
    }
  }

  private static void log(BreakerKey breaker, BreakerState state) {
    String key = breaker + breaker.tenant().map(" for tenant '%s'"::formatted).orElse("");
    switch (state.status()) {
      case OPEN -> LOG.log(WARNING, "%s: breaker opened, %s".formatted(key, failures(state)));
      case HALF_OPEN -> LOG.log(INFO, "%s: breaker half open, one call probes it".formatted(key));
      case CLOSED -> LOG.log(INFO, "%s: breaker closed, called again as usual".formatted(key));
    }
  }

  private static String failures(BreakerState open) {
    return open.opening()
        .map(
            it ->
                "%d failures in a row, the last with %s; one call probes it after %s"
                    .formatted(open.failures(), it.because().code(), it.until()))
        .orElseThrow();
  }

  /**
   * Polls if it is time. Other threads wait for the poll, because a server that made no calls for a
   * while knows nothing; but they wait a limited time, so that a poll that hangs holds up as little
   * as possible.
   */
  private void poll() {
    if (clock.instant().isBefore(next)) {
      return;
    }
    try {
      if (lock.tryLock(POLL_INTERVAL.toMillis(), MILLISECONDS)) {
        try {
          pollIfDue();
        } finally {
          lock.unlock();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it was meant for the call
    }
  }

  private void pollIfDue() {
    Instant now = clock.instant();
    if (now.isBefore(next)) {
      return; // the thread that held the lock has polled
    }
    try {
      table.all().forEach((key, state) -> breakers.of(key).take(state));
    } catch (DatabaseException e) {
      LOG.log(WARNING, "breakers could not be read; this server uses those it knows", e);
    }
    next = now.plus(POLL_INTERVAL);
  }
}
