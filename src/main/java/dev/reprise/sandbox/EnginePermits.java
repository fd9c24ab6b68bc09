package dev.reprise.sandbox;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * The permits for engines on this server, and each tenant's share of them.
 *
 * <p>A script first waits for a permit of its tenant's share. Only with that permit does it wait
 * for one of the server. So a tenant with many scripts never has more than its share ahead of
 * another tenant's scripts in the server's queue.
 */
final class EnginePermits {

  private final Clock clock;
  private final int share;
  private final Semaphore all;
  private final Map<String, Tenant> tenants = new HashMap<>();

  /** A tenant that holds permits or waits for some; the map drops all others. */
  private static final class Tenant {

    private final Semaphore places;
    private int interested;

    private Tenant(int share) {
      this.places = new Semaphore(share, true);
    }
  }

  /**
   * @param all engines at once on this server, at least 1
   * @param share engines at once of one tenant, at least 1
   */
  EnginePermits(Clock clock, int all, int share) {
    this.clock = clock;
    this.share = share;
    this.all = new Semaphore(all, true);
  }

  /**
   * Takes a permit for a tenant, and waits for it until the deadline.
   *
   * @return releases the permit, to be run once; empty if none became free before the deadline
   */
  Optional<Runnable> take(String tenant, Instant deadline) throws InterruptedException {
    Tenant own = enter(tenant);
    boolean isTaken = false;
    try {
      isTaken = isTaken(own.places, deadline) && takeOfAll(own, deadline);
    } finally {
      if (!isTaken) {
        leave(tenant, own);
      }
    }
    return isTaken ? Optional.of(() -> giveBack(tenant, own)) : Optional.empty();
  }

  /** Takes a permit of the server, or releases the tenant's permit if there is none in time. */
  private boolean takeOfAll(Tenant own, Instant deadline) throws InterruptedException {
    boolean isTaken = false;
    try {
      isTaken = isTaken(all, deadline);
    } finally {
      if (!isTaken) {
        own.places.release();
      }
    }
    return isTaken;
  }

  private boolean isTaken(Semaphore places, Instant deadline) throws InterruptedException {
    return places.tryAcquire(clock.instant().until(deadline, ChronoUnit.MILLIS), MILLISECONDS);
  }

  private void giveBack(String tenant, Tenant own) {
    all.release();
    own.places.release();
    leave(tenant, own);
  }

  private synchronized Tenant enter(String tenant) {
    Tenant own = tenants.computeIfAbsent(tenant, unused -> new Tenant(share));
    own.interested++;
    return own;
  }

  private synchronized void leave(String tenant, Tenant own) {
    own.interested--;
    if (own.interested == 0) {
      tenants.remove(tenant);
    }
  }

  /** Returns how many tenants hold permits or wait for some. */
  synchronized int tenants() {
    return tenants.size();
  }
}
