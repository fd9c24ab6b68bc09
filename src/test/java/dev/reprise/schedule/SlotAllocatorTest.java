package dev.reprise.schedule;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.schedule.policy.MisfirePolicy;
import dev.reprise.schedule.policy.OverlapPolicy;
import dev.reprise.schedule.recurrence.Recurrence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Whatever is pending, slots are given out within all limits, and none stays free in vain. */
class SlotAllocatorTest {

  private static final Instant NOW = Instant.parse("2026-03-02T06:00:00Z");

  /**
   * A schedule and its firings.
   *
   * @param tenant by its number; its agents too
   */
  record Part(
      int tenant, int agent, OverlapPolicy overlap, int active, int pending, boolean rests) {}

  @Property
  void decidesAboutEachFiringOnceWithinAllLimits(
      @ForAll("books") SlotSnapshot book, @ForAll("limits") ConcurrencyLimits limits) {
    List<SlotDecision> rulings = SlotAllocator.on(book, limits, tenant -> 1);

    assertThat(rulings.stream().map(SlotDecision::firing))
        .containsExactlyInAnyOrderElementsOf(book.pending());
    List<Firing> after = new ArrayList<>(book.active());
    started(rulings).forEach(after::add);
    for (Firing firing : started(rulings)) {
      assertThat(after).hasSizeLessThanOrEqualTo(limits.overall());
      if (hasSeveralTenants(book)) {
        assertThat(count(after, it -> it.tenant().equals(firing.tenant())))
            .isLessThanOrEqualTo(limits.tenant());
      }
      assertThat(count(after, it -> isSameAgent(it, firing))).isLessThanOrEqualTo(limits.agent());
    }
  }

  @Test
  void givesTheOnlyTenantAllSlots() {
    var limits = new ConcurrencyLimits(5, 4, 5, 100);
    List<Part> six = Collections.nCopies(6, due(0));
    List<Part> andAnother = new ArrayList<>(six);
    andAnother.add(due(1));

    assertThat(started(SlotAllocator.on(book(six), limits, tenant -> 1))).hasSize(5);
    assertThat(started(SlotAllocator.on(book(andAnother), limits, tenant -> 1)))
        .extracting(Firing::tenant)
        .containsOnlyOnce("tenant-1")
        .hasSize(5);
  }

  private static Part due(int tenant) {
    return new Part(tenant, 0, OverlapPolicy.SKIP, 0, 1, false);
  }

  private static boolean hasSeveralTenants(SlotSnapshot book) {
    return Stream.concat(book.active().stream(), book.pending().stream())
            .map(Firing::tenant)
            .distinct()
            .count()
        > 1;
  }

  @Property
  void leavesNoSlotFreeThatAFiringWaitsFor(
      @ForAll("books") SlotSnapshot book, @ForAll("limits") ConcurrencyLimits limits) {
    List<SlotDecision> rulings = SlotAllocator.on(book, limits, tenant -> 1);

    List<Firing> after = new ArrayList<>(book.active());
    started(rulings).forEach(after::add);
    for (SlotDecision ruling : rulings) {
      Firing firing = ruling.firing();
      if (ruling.decision() instanceof FiringDecision.Delay delay) {
        switch (delay.reason()) {
          case LIMIT -> assertThat(after).hasSizeGreaterThanOrEqualTo(limits.overall());
          case LIMIT_OF_TENANT -> {
            assertThat(hasSeveralTenants(book)).isTrue();
            assertThat(count(after, it -> it.tenant().equals(firing.tenant())))
                .isGreaterThanOrEqualTo(limits.tenant());
          }
          case LIMIT_OF_AGENT ->
              assertThat(count(after, it -> isSameAgent(it, firing)))
                  .isGreaterThanOrEqualTo(limits.agent());
          default -> {} // its schedule has it wait
        }
      }
    }
  }

  @Property
  void startsNoFiringWhileItsScheduleCoolsDownOrIsBusy(
      @ForAll("books") SlotSnapshot book, @ForAll("limits") ConcurrencyLimits limits) {
    Map<UUID, Integer> open = new HashMap<>();
    book.active().forEach(it -> open.merge(it.schedule(), 1, Integer::sum));
    for (Firing firing : started(SlotAllocator.on(book, limits, tenant -> 1))) {
      Schedule schedule = requireNonNull(book.schedules().get(firing.schedule()));
      int before = open.merge(firing.schedule(), 1, Integer::sum) - 1;
      int most = schedule.policies().overlap() == OverlapPolicy.ALLOW ? 3 : 1;
      assertThat(before).isLessThan(most);
      assertThat(schedule.course().isCoolingAt(NOW)).isFalse();
    }
  }

  private static List<Firing> started(List<SlotDecision> rulings) {
    return rulings.stream()
        .filter(it -> it.decision() instanceof FiringDecision.Start)
        .map(SlotDecision::firing)
        .toList();
  }

  private static boolean isSameAgent(Firing one, Firing other) {
    return one.tenant().equals(other.tenant()) && one.agent().equals(other.agent());
  }

  private static int count(List<Firing> firings, Predicate<Firing> which) {
    return (int) firings.stream().filter(which).count();
  }

  @Provide
  Arbitrary<ConcurrencyLimits> limits() {
    Arbitrary<Integer> limit = Arbitraries.integers().between(1, 6);
    return Combinators.combine(limit, limit, limit)
        .as((all, tenant, agent) -> new ConcurrencyLimits(all, tenant, agent, 100));
  }

  @Provide
  Arbitrary<SlotSnapshot> books() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, 1),
            Arbitraries.of(OverlapPolicy.class),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, 3),
            Arbitraries.of(false, false, true))
        .as(Part::new)
        .list()
        .ofMaxSize(8)
        .map(SlotAllocatorTest::book);
  }

  private static SlotSnapshot book(List<Part> parts) {
    List<Firing> pending = new ArrayList<>();
    List<Firing> active = new ArrayList<>();
    Map<UUID, Schedule> schedules = new HashMap<>();
    for (int i = 0; i < parts.size(); i++) {
      Schedule schedule = schedule(parts.get(i), i);
      schedules.put(schedule.id(), schedule);
      for (int j = 0; j < parts.get(i).active(); j++) {
        active.add(firing(schedule, 60 + j).begun(NOW));
      }
      for (int j = 0; j < parts.get(i).pending(); j++) {
        pending.add(firing(schedule, j));
      }
    }
    return new SlotSnapshot(NOW, pending, List.of(), active, Set.of(), schedules);
  }

  private static Firing firing(Schedule schedule, int minutesAgo) {
    Instant due = NOW.minus(Duration.ofMinutes(minutesAgo));
    return Firing.of(schedule, due, FiringTrigger.CLOCK, due);
  }

  private static Schedule schedule(Part part, int number) {
    Schedule plain =
        Samples.schedule(
            "tenant-" + part.tenant(),
            "schedule-" + number,
            new Recurrence.Every(Duration.ofMinutes(1), NOW),
            NOW,
            Samples.policies(part.overlap(), MisfirePolicy.ONCE));
    ScheduleDefinition definition = plain.definition();
    return plain
        .defined(
            new ScheduleDefinition(
                definition.name(),
                "agent-" + part.agent(),
                definition.workspace(),
                definition.input(),
                definition.payload(),
                definition.recurrence(),
                definition.policies()),
            plain.by(),
            plain.role())
        .moved(plain.status(), part.rests() ? resting(plain.course()) : plain.course());
  }

  private static ScheduleProgress resting(ScheduleProgress course) {
    return new ScheduleProgress(
        course.next(),
        course.resumed(),
        course.started(),
        Optional.of(NOW.plusSeconds(60)),
        course.attempts(),
        course.error());
  }
}
