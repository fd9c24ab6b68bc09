package dev.reprise.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The due runs of a queue that is longer than the free places, as one poll has read them, with the
 * places that each tenant has. Further polls are served from it for ten times as long as reading it
 * took: so reading takes a tenth of the time at most, however many tenants have due runs. A run
 * that becomes due meanwhile has its turn after the next reading. One thread at a time uses an
 * object of this class. Tested by {@code FairQueueTest}.
 */
final class Backlog {

  static final Backlog NONE = new Backlog(Map.of(), Map.of(), Duration.ZERO, Instant.MIN);

  private static final int USES = 10;

  private final Map<String, Tenant> tenants = new LinkedHashMap<>();
  private final Instant readAt;
  private final Duration used;

  private Backlog(
      Map<String, DueQueue.Front> fronts,
      Map<String, Integer> running,
      Duration used,
      Instant readAt) {
    fronts.forEach(
        (tenant, front) ->
            tenants.put(tenant, new Tenant(tenant, front, running.getOrDefault(tenant, 0))));
    this.used = used;
    this.readAt = readAt;
  }

  /**
   * Returns a backlog.
   *
   * @param running the numbers of running runs, by tenant
   * @param took how long reading both took
   * @param now the time after that
   */
  static Backlog of(
      Map<String, DueQueue.Front> fronts,
      Map<String, Integer> running,
      Duration took,
      Instant now) {
    return new Backlog(fronts, running, took.multipliedBy(USES), now);
  }

  /** Returns whether it can fill this many places now; not if the clock was set back. */
  boolean fills(int places, Instant now) {
    return !now.isBefore(readAt)
        && now.minus(used).isBefore(readAt)
        && tenants.values().stream().mapToInt(Tenant::left).sum() >= places;
  }

  List<Tenant> tenants() {
    return List.copyOf(tenants.values());
  }

  /** Takes so many runs of each tenant, in the order of their turns. */
  List<UUID> take(Map<String, Integer> given) {
    List<UUID> taken = new ArrayList<>();
    tenants.forEach((name, tenant) -> taken.addAll(tenant.take(given.getOrDefault(name, 0))));
    return taken;
  }

  /** A tenant with due runs. */
  static final class Tenant {

    private final String name;
    private final List<UUID> due;
    private final Optional<Instant> oldest;
    private int inService;
    private int taken;

    private Tenant(String name, DueQueue.Front front, int running) {
      this.name = name;
      this.due = front.due();
      this.oldest = front.oldest();
      this.inService = running + front.reserved();
    }

    String name() {
      return name;
    }

    /** Returns how many places the tenant has. */
    int inService() {
      return inService;
    }

    /** Returns how many of its due runs have no place. */
    int left() {
      return due.size() - taken;
    }

    /** Returns since when the oldest of its runs was due. */
    Optional<Instant> oldest() {
      return oldest;
    }

    private List<UUID> take(int count) {
      List<UUID> next = due.subList(taken, taken + count);
      taken += count;
      inService += count;
      return next;
    }
  }
}
