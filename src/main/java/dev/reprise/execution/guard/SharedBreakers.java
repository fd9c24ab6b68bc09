package dev.reprise.execution.guard;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerState;
import dev.reprise.resilience.BreakerTable;
import dev.reprise.resilience.Breakers;
import dev.reprise.resilience.CircuitBreaker;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;

/**
 * Breakers that all runs go by, on all servers of the database: who finds one changed writes it
 * down, and everybody looks at most a second later. Failures behind which a breaker stays closed
 * are counted by each server for itself, and are not written.
 *
 * <p>One server probes at a time: the database takes the word of the first. If it is killed
 * meanwhile, another may probe when the time of the breaker has passed once more. Where the
 * database does not answer, each server knows its own breakers.
 */
@ApplicationScoped
public class SharedBreakers {

  private static final System.Logger LOG = System.getLogger(SharedBreakers.class.getName());
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private Breakers breakers;
  private BreakerTable table;
  private Clock clock;

  private final Lock lock = new ReentrantLock();
  private volatile Instant next = Instant.MIN;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  SharedBreakers() {}

  @Inject
  public SharedBreakers(BreakerProfiles profiles, DataSource database, Clock clock) {
    this.table = new BreakerTable(database);
    this.clock = clock;
    this.breakers = new Breakers(profiles::of, clock, this::moved);
  }

  /** Returns a breaker as all servers have it, at most a second ago. */
  public CircuitBreaker of(BreakerKey key) {
    look();
    return breakers.of(key);
  }

  /** Keeps the interrupt of a call away from the database, which would give up its connection. */
  private Optional<BreakerState> moved(BreakerKey key, BreakerState to) {
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
    } catch (SQLException e) {
      LOG.log(WARNING, "that %s is %s is known to this server only".formatted(key, to.status()), e);
      return Optional.empty();
    }
  }

  private static void log(BreakerKey breaker, BreakerState state) {
    String key = breaker + breaker.tenant().map(" for tenant '%s'"::formatted).orElse("");
    switch (state.status()) {
      case OPEN -> LOG.log(WARNING, "%s rests: it has failed %s".formatted(key, failures(state)));
      case HALF_OPEN -> LOG.log(INFO, "%s is called once, to see how it is".formatted(key));
      case CLOSED -> LOG.log(INFO, "%s is called again as usual".formatted(key));
    }
  }

  private static String failures(BreakerState open) {
    return open.opening()
        .map(
            it ->
                "%d times one behind the other, the last time with %s; it is called once behind %s"
                    .formatted(open.failures(), it.because().code(), it.until()))
        .orElseThrow();
  }

  /**
   * Looks if it is time. Who comes meanwhile waits, because a server that had nothing to call for
   * long knows nothing; but not for long, as what hangs is to hold up as little as may be.
   */
  private void look() {
    if (clock.instant().isBefore(next)) {
      return;
    }
    try {
      if (lock.tryLock(BETWEEN_LOOKS.toMillis(), MILLISECONDS)) {
        try {
          lookIfDue();
        } finally {
          lock.unlock();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it was meant for the call
    }
  }

  private void lookIfDue() {
    Instant now = clock.instant();
    if (now.isBefore(next)) {
      return; // who was here before has looked
    }
    try {
      table.all().forEach((key, state) -> breakers.of(key).take(state));
    } catch (SQLException e) {
      LOG.log(WARNING, "breakers could not be read; this server goes by those it knows", e);
    }
    next = now.plus(BETWEEN_LOOKS);
  }
}
