package dev.reprise.schedule;

import static java.util.Comparator.comparing;

import dev.reprise.run.queue.FairShareAllocator;
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
 * Gives out slots. Each pending firing gets one decision: what its schedule says first, then
 * whether there is a slot. Slots go to tenants in fair turns, and in a tenant to who is due first,
 * where a step of priority is worth five minutes of waiting. Pure.
 */
final class SlotAllocator {

  private static final Duration STEP = Duration.ofMinutes(5);
  private static final Comparator<Firing> BY_DUE = comparing(Firing::due).thenComparing(Firing::id);

  private final SlotSnapshot book;
  private final ConcurrencyLimits limits;
  private final ToIntFunction<String> weights;
  private final List<SlotDecision> rulings = new ArrayList<>();

  /** Those with a slot, and those who get one here. */
  private final List<Firing> active;

  /** The firings of each schedule that are pending or on their way, as far as is decided here. */
  private final Map<UUID, List<Firing>> ofSchedules = new HashMap<>();

  private SlotAllocator(
      SlotSnapshot book, ConcurrencyLimits limits, ToIntFunction<String> weights) {
    this.book = book;
    this.limits = limits;
    this.weights = weights;
    active =
        book.active().stream()
            .filter(firing -> !book.waiting().contains(firing.id()))
            .collect(Collectors.toCollection(ArrayList::new));
    Stream.of(book.active(), book.resting(), book.pending())
        .flatMap(List::stream)
        .forEach(firing -> ofSchedule(firing).add(firing));
  }

  /**
   * Decides about all that are pending.
   *
   * @param weights of tenants
   */
  static List<SlotDecision> on(
      SlotSnapshot book, ConcurrencyLimits limits, ToIntFunction<String> weights) {
    return new SlotAllocator(book, limits, weights).decided();
  }

  private List<SlotDecision> decided() {
    List<Firing> left = new ArrayList<>(book.pending());
    left.sort(BY_DUE);
    for (List<Firing> able = able(left); !able.isEmpty(); able = able(left)) {
      Firing next = whoseTurnItIs(able);
      left.remove(next);
      ofSchedule(next).remove(next);
      Firing begun = next.begun(book.now());
      ofSchedule(next).add(begun);
      active.add(begun);
      rulings.add(new SlotDecision(next, new Decision.Start()));
    }
    return rulings;
  }

  /**
   * Decides about those that cannot start now, and takes them off the list; returns of each
   * schedule the first one that can. What becomes of that decides about those behind it.
   */
  private List<Firing> able(List<Firing> left) {
    Map<UUID, Firing> able = new HashMap<>();
    for (Iterator<Firing> each = left.iterator(); each.hasNext(); ) {
      Firing firing = each.next();
      if (!able.containsKey(firing.schedule())) {
        Decision decision = decision(firing);
        if (decision instanceof Decision.Start) {
          able.put(firing.schedule(), firing);
        } else {
          each.remove();
          rulings.add(new SlotDecision(firing, decision));
          if (decision instanceof Decision.Skip) {
            ofSchedule(firing).remove(firing);
          }
        }
      }
    }
    return List.copyOf(able.values());
  }

  private Decision decision(Firing firing) {
    Schedule schedule = book.schedules().get(firing.schedule());
    if (schedule == null) {
      throw new IllegalArgumentException("no schedule " + firing.schedule());
    }
    List<Firing> others =
        ofSchedule(firing).stream().filter(other -> !other.id().equals(firing.id())).toList();
    Decision decision = Decision.on(firing, schedule, others, book.now());
    return decision instanceof Decision.Start
        ? full(firing).<Decision>map(Decision.Delay::new).orElse(decision)
        : decision;
  }

  private Optional<FiringReason> full(Firing firing) {
    Predicate<Firing> sameTenant = other -> other.tenant().equals(firing.tenant());
    Predicate<Firing> sameAgent = other -> other.agent().equals(firing.agent());
    if (active(sameTenant.and(sameAgent)) >= limits.agent()) {
      return Optional.of(FiringReason.LIMIT_OF_AGENT);
    }
    if (active(sameTenant) >= limits.tenant()) {
      return Optional.of(FiringReason.LIMIT_OF_TENANT);
    }
    return active.size() >= limits.overall() ? Optional.of(FiringReason.LIMIT) : Optional.empty();
  }

  private int active(Predicate<Firing> which) {
    return Math.toIntExact(active.stream().filter(which).count());
  }

  private Firing whoseTurnItIs(List<Firing> able) {
    Map<String, List<Firing>> tenants = new HashMap<>();
    able.forEach(
        firing -> tenants.computeIfAbsent(firing.tenant(), it -> new ArrayList<>()).add(firing));
    List<FairShareAllocator.Demand> claimants = new ArrayList<>();
    tenants.forEach((tenant, firings) -> claimants.add(claimant(tenant, firings)));
    String tenant = FairShareAllocator.share(claimants, 1, book.now()).keySet().iterator().next();
    return able.stream()
        .filter(firing -> firing.tenant().equals(tenant))
        .min(comparing(this::rank).thenComparing(BY_DUE))
        .orElseThrow();
  }

  private FairShareAllocator.Demand claimant(String tenant, List<Firing> firings) {
    return new FairShareAllocator.Demand(
        tenant,
        weights.applyAsInt(tenant),
        active(firing -> firing.tenant().equals(tenant)),
        firings.size(),
        firings.stream().map(Firing::notBefore).min(Comparator.naturalOrder()).orElseThrow());
  }

  private Instant rank(Firing firing) {
    Schedule schedule = book.schedules().get(firing.schedule());
    int priority = schedule == null ? 0 : schedule.policies().priority();
    return firing.notBefore().minus(STEP.multipliedBy(priority));
  }

  private List<Firing> ofSchedule(Firing firing) {
    return ofSchedules.computeIfAbsent(firing.schedule(), id -> new ArrayList<>());
  }
}
