package dev.reprise.schedule;

import static java.util.Comparator.comparing;

import dev.reprise.queue.FairShareAllocator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Gives out slots. Each pending firing gets one decision: first by its schedule, then by the free
 * slots. Tenants share the slots fairly, and a tenant may have all while no other has firings that
 * are pending or active. In a tenant the firing that was due first gets a slot, where a step of
 * priority is worth five minutes of waiting. Pure.
 */
final class SlotAllocator {

  private static final Duration STEP = Duration.ofMinutes(5);
  private static final Comparator<Firing> BY_DUE = comparing(Firing::due).thenComparing(Firing::id);

  private final SlotSnapshot snapshot;
  private final ConcurrencyLimits limits;
  private final ToIntFunction<String> weights;
  private final List<SlotDecision> decisions = new ArrayList<>();

  /** The firings with a slot, those that get one here included. */
  private final List<Firing> active;

  /** The pending and active firings of each schedule, after the decisions so far. */
  private final Map<UUID, List<Firing>> ofSchedules = new HashMap<>();

  private SlotAllocator(
      SlotSnapshot snapshot, ConcurrencyLimits limits, ToIntFunction<String> weights) {
    this.snapshot = snapshot;
    this.limits = limits;
    this.weights = weights;
    active =
        snapshot.active().stream()
            .filter(firing -> !snapshot.waiting().contains(firing.id()))
            .collect(Collectors.toCollection(ArrayList::new));
    Stream.of(snapshot.active(), snapshot.resting(), snapshot.pending())
        .flatMap(List::stream)
        .forEach(firing -> ofSchedule(firing).add(firing));
  }

  /**
   * Decides about all pending firings.
   *
   * @param weights the weights of tenants
   */
  static List<SlotDecision> on(
      SlotSnapshot snapshot, ConcurrencyLimits limits, ToIntFunction<String> weights) {
    return new SlotAllocator(snapshot, limits, weights).decided();
  }

  private List<SlotDecision> decided() {
    List<Firing> left = new ArrayList<>(snapshot.pending());
    left.sort(BY_DUE);
    for (List<Firing> able = able(left); !able.isEmpty(); able = able(left)) {
      Firing first = next(able);
      left.remove(first);
      ofSchedule(first).remove(first);
      Firing begun = first.begun(snapshot.now());
      ofSchedule(first).add(begun);
      active.add(begun);
      decisions.add(new SlotDecision(first, new FiringDecision.Start()));
    }
    return decisions;
  }

  /**
   * Decides about the firings that cannot start now, and removes them from the list. Returns the
   * first firing of each schedule that can start: the decision about it precedes those after it.
   */
  private List<Firing> able(List<Firing> left) {
    Map<UUID, Firing> able = new HashMap<>();
    for (Iterator<Firing> each = left.iterator(); each.hasNext(); ) {
      Firing firing = each.next();
      if (!able.containsKey(firing.schedule())) {
        FiringDecision decision = decision(firing);
        if (decision instanceof FiringDecision.Start) {
          able.put(firing.schedule(), firing);
        } else {
          each.remove();
          decisions.add(new SlotDecision(firing, decision));
          if (decision instanceof FiringDecision.Skip) {
            ofSchedule(firing).remove(firing);
          }
        }
      }
    }
    return List.copyOf(able.values());
  }

  private FiringDecision decision(Firing firing) {
    Schedule schedule = snapshot.schedules().get(firing.schedule());
    if (schedule == null) {
      throw new IllegalArgumentException("no schedule " + firing.schedule());
    }
    List<Firing> others =
        ofSchedule(firing).stream().filter(other -> !other.id().equals(firing.id())).toList();
    FiringDecision decision = FiringDecision.on(firing, schedule, others, snapshot.now());
    return decision instanceof FiringDecision.Start
        ? full(firing).<FiringDecision>map(FiringDecision.Delay::new).orElse(decision)
        : decision;
  }

  private Optional<FiringReason> full(Firing firing) {
    Predicate<Firing> sameTenant = other -> other.tenant().equals(firing.tenant());
    Predicate<Firing> sameAgent = other -> other.agent().equals(firing.agent());
    if (active(sameTenant.and(sameAgent)) >= limits.agent()) {
      return Optional.of(FiringReason.LIMIT_OF_AGENT);
    }
    if (active(sameTenant) >= limits.tenant() && areTenantsSharing()) {
      return Optional.of(FiringReason.LIMIT_OF_TENANT);
    }
    return active.size() >= limits.overall() ? Optional.of(FiringReason.LIMIT) : Optional.empty();
  }

  private boolean areTenantsSharing() {
    return Stream.concat(active.stream(), snapshot.pending().stream())
            .map(Firing::tenant)
            .distinct()
            .limit(2)
            .count()
        > 1;
  }

  private int active(Predicate<Firing> which) {
    return Math.toIntExact(active.stream().filter(which).count());
  }

  private Firing next(List<Firing> able) {
    Map<String, List<Firing>> tenants = new HashMap<>();
    able.forEach(
        firing -> tenants.computeIfAbsent(firing.tenant(), it -> new ArrayList<>()).add(firing));
    List<FairShareAllocator.Demand> demands = new ArrayList<>();
    tenants.forEach((tenant, firings) -> demands.add(demand(tenant, firings)));
    String tenant = FairShareAllocator.share(demands, 1, snapshot.now()).keySet().iterator().next();
    return able.stream()
        .filter(firing -> firing.tenant().equals(tenant))
        .min(comparing(this::rank).thenComparing(BY_DUE))
        .orElseThrow();
  }

  private FairShareAllocator.Demand demand(String tenant, List<Firing> firings) {
    return new FairShareAllocator.Demand(
        tenant,
        weights.applyAsInt(tenant),
        active(firing -> firing.tenant().equals(tenant)),
        firings.size(),
        firings.stream().map(Firing::notBefore).min(Comparator.naturalOrder()).orElseThrow());
  }

  private Instant rank(Firing firing) {
    Schedule schedule = snapshot.schedules().get(firing.schedule());
    int priority = schedule == null ? 0 : schedule.policies().priority();
    return firing.notBefore().minus(STEP.multipliedBy(priority));
  }

  private List<Firing> ofSchedule(Firing firing) {
    return ofSchedules.computeIfAbsent(firing.schedule(), id -> new ArrayList<>());
  }
}
