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
 * The places for engines on this server, and each tenant's share of them.
 *
 * <p>Who waits stands in the queue of the tenant first, and in that of the server only with a place
 * of the tenant's share: so a tenant with many scripts has no more of them in front of another
 * tenant's than its share.
 */
final class EnginePermits {

  private final Clock clock;
  private final int share;
  private final Semaphore all;
  private final Map<String, Tenant> tenants = new HashMap<>();

  /** A tenant that has places or waits for some; the others are forgotten. */
  private static final class Tenant {

    private final Semaphore places;
    private int interested;

    private Tenant(int share) {
      this.places = new Semaphore(share, true);
    }
  }

  /**
   * @param all at once, at least 1
   * @param share of one tenant, at least 1
   */
  EnginePermits(Clock clock, int all, int share) {
    this.clock = clock;
    this.share = share;
    this.all = new Semaphore(all, true);
  }

  /**
   * Takes a place when there is one for this tenant.
   *
   * @return what gives it back, to be run once; empty if there was none in time
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

  /** Keeps the place of the tenant's share only with one of the server. */
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

  /** Returns how many tenants have places or wait for some. */
  synchronized int tenants() {
    return tenants.size();
  }
}
