package dev.reprise.platform;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * The permits for something on this server, and each tenant's share of them.
 *
 * <p>A taker first waits for a permit of its tenant's share. Only with that permit does it wait for
 * one of the server. So a tenant that wants many never has more than its share ahead of another
 * tenant in the server's queue.
 */
public final class TenantPermits {

  private final Clock clock;
  private final int share;
  private final int interested;
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
   * Creates permits for which any number may wait.
   *
   * @param all permits of this server, at least 1
   * @param share permits of one tenant, at least 1
   */
  public TenantPermits(Clock clock, int all, int share) {
    this(clock, all, share, Integer.MAX_VALUE);
  }

  /**
   * @param all permits of this server, at least 1
   * @param share permits of one tenant, at least 1
   * @param interested how many takers of one tenant may hold a permit or wait for one
   */
  public TenantPermits(Clock clock, int all, int share, int interested) {
    this.clock = clock;
    this.share = share;
    this.interested = interested;
    this.all = new Semaphore(all, true);
  }

  /**
   * Takes a permit for a tenant, and waits for it until the deadline.
   *
   * @return releases the permit, to be run once; empty if none became free before the deadline, or
   *     too many of the tenant wait
   */
  public Optional<Runnable> take(String tenant, Instant deadline) throws InterruptedException {
    Optional<Tenant> entered = enter(tenant);
    return entered.isPresent() ? take(tenant, entered.get(), deadline) : Optional.empty();
  }

  private Optional<Runnable> take(String tenant, Tenant own, Instant deadline)
      throws InterruptedException {
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

  private synchronized Optional<Tenant> enter(String tenant) {
    Tenant own = tenants.computeIfAbsent(tenant, unused -> new Tenant(share));
    if (own.interested >= interested) {
      return Optional.empty();
    }
    own.interested++;
    return Optional.of(own);
  }

  private synchronized void leave(String tenant, Tenant own) {
    own.interested--;
    if (own.interested == 0) {
      tenants.remove(tenant);
    }
  }

  /** Returns how many takers wait for a permit of their tenant. */
  synchronized int waiting() {
    return tenants.values().stream().mapToInt(it -> it.places.getQueueLength()).sum();
  }

  /** Returns how many tenants hold permits or wait for some. */
  synchronized int tenants() {
    return tenants.size();
  }
}
