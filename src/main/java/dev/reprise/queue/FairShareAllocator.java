package dev.reprise.queue;

import static java.util.Comparator.comparingDouble;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Shares free places among tenants by weighted max-min fairness. A tenant with few runs gets places
 * for all of them before a tenant with many runs gets more than its share.
 *
 * <p>The allocator gives one place at a time to the tenant that would then have the fewest places
 * for its weight. If a tenant has no place, each {@link #AGEING} of waiting counts as one place
 * less. So the tenant gets a turn however heavy the others are. If a tenant has a place, its
 * waiting does not count, because a long queue always contains an old run. Among equal tenants, the
 * longest waiting tenant is first, then the first by name. No place stays free while a tenant has a
 * due run.
 */
public final class FairShareAllocator {

  /** The time of waiting without any place that counts as one place less. */
  public static final Duration AGEING = Duration.ofMinutes(1);

  private FairShareAllocator() {}

  /**
   * A tenant's demand for places.
   *
   * @param weight the tenant's share in relation to the other tenants, at least 1
   * @param inService the number of places that the tenant has
   * @param due the number of further places that the tenant can use
   * @param waitingSince the start of the wait for a turn: the time at which the tenant's oldest run
   *     became due, or the tenant's last turn if that was later
   */
  public record Demand(String tenant, int weight, int inService, int due, Instant waitingSince) {

    public Demand {
      if (weight < 1 || inService < 0 || due < 0) {
        throw new IllegalArgumentException(
            "tenant %s: weight must be at least 1, inService and due at least 0; not %d, %d and %d"
                .formatted(tenant, weight, inService, due));
      }
    }

    private double rank(Instant now) {
      double places = (inService + 1) / (double) weight;
      return inService > 0 ? places : places - waitedUntil(now);
    }

    private double waitedUntil(Instant now) {
      return Math.max(0, Duration.between(waitingSince, now).toMillis())
          / (double) AGEING.toMillis();
    }

    private Demand served(Instant now) {
      return new Demand(tenant, weight, inService + 1, due - 1, now);
    }
  }

  /**
   * Returns the number of places of each tenant that gets any, in the order of their first place.
   *
   * @param claimants the demands, each tenant once
   */
  public static Map<String, Integer> share(Collection<Demand> claimants, int places, Instant now) {
    var next =
        new PriorityQueue<Demand>(
            comparingDouble((Demand claimant) -> claimant.rank(now))
                .thenComparing(Demand::waitingSince)
                .thenComparing(Demand::tenant));
    claimants.stream().filter(claimant -> claimant.due() > 0).forEach(next::add);
    Map<String, Integer> given = new LinkedHashMap<>();
    for (int left = places; left > 0 && !next.isEmpty(); left--) {
      Demand served = next.remove().served(now);
      given.merge(served.tenant(), 1, Integer::sum);
      if (served.due() > 0) {
        next.add(served);
      }
    }
    return given;
  }
}
