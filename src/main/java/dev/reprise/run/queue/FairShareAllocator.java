package dev.reprise.run.queue;

import static java.util.Comparator.comparingDouble;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * How free places are shared among tenants that want some: max-min over their weights, so that a
 * tenant with little to do gets all of it done before one with much gets more than its share.
 *
 * <p>Places go one at a time, each to the tenant that would then have the fewest for its weight. A
 * tenant that has none at all is helped on by its waiting: each {@link #AGEING} counts as one place
 * less, so that it has its turn however heavy the others are. No other waiting counts like that,
 * because a tenant with a long queue always has something old in it. Of equals the one that waits
 * longest is first, then the first by name. No place stays free while a tenant has something due.
 */
public final class FairShareAllocator {

  /** Waiting without any place, for so long, counts as one place less. */
  public static final Duration AGEING = Duration.ofMinutes(1);

  private FairShareAllocator() {}

  /**
   * A tenant with something due.
   *
   * @param weight what its share is in relation to the others', at least 1
   * @param inService how many places it has
   * @param due how many more it can use
   * @param waitingSince since when it has waited for a turn: since its oldest became due, or its
   *     last turn if that was later
   */
  public record Demand(String tenant, int weight, int inService, int due, Instant waitingSince) {

    public Demand {
      if (weight < 1 || inService < 0 || due < 0) {
        throw new IllegalArgumentException(
            "tenant %s: a weight is at least 1, places are at least 0; not %d, %d and %d"
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
   * Returns how many places each tenant gets, for those that get any, the first served first.
   *
   * @param claimants each tenant once
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
