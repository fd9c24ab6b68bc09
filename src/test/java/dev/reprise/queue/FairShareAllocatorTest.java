package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.queue.FairShareAllocator.Demand;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** How free places are shared among tenants. */
class FairShareAllocatorTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Provide
  Arbitrary<List<Demand>> claimants() {
    return some(Arbitraries.integers().between(0, 7200).map(NOW::minusSeconds));
  }

  @Provide
  Arbitrary<List<Demand>> newClaimants() {
    return some(Arbitraries.just(NOW));
  }

  private static Arbitrary<List<Demand>> some(Arbitrary<Instant> since) {
    return Combinators.combine(
            Arbitraries.integers().between(0, 30),
            Arbitraries.oneOf(
                Arbitraries.just(1), Arbitraries.integers().between(1, 9), Arbitraries.just(1000)),
            Arbitraries.integers().between(0, 20),
            Arbitraries.integers().between(0, 50),
            since)
        .as(
            (name, weight, inService, due, waiting) ->
                new Demand("t" + name, weight, inService, due, waiting))
        .list()
        .uniqueElements(Demand::tenant)
        .ofMaxSize(20);
  }

  @Property
  void usesEveryPlaceWhileRunsAreDueAndGivesNoTenantMoreThanItsDueRuns(
      @ForAll("claimants") List<Demand> claimants, @ForAll @IntRange(max = 100) int places) {
    var given = FairShareAllocator.share(claimants, places, NOW);

    int due = claimants.stream().mapToInt(Demand::due).sum();
    assertThat(given.values().stream().mapToInt(it -> it).sum()).isEqualTo(Math.min(places, due));
    assertThat(claimants)
        .allSatisfy(it -> assertThat(given.getOrDefault(it.tenant(), 0)).isBetween(0, it.due()));
    assertThat(given.values()).doesNotContain(0);
  }

  @Property
  void noTenantCouldHaveMoreUnlessAnotherHadLess(
      @ForAll("newClaimants") List<Demand> claimants, @ForAll @IntRange(max = 100) int places) {
    var given = FairShareAllocator.share(claimants, places, NOW);

    for (Demand rich : claimants) {
      for (Demand poor : claimants) {
        int richHas = given.getOrDefault(rich.tenant(), 0);
        int poorHas = given.getOrDefault(poor.tenant(), 0);
        if (richHas > 0 && poorHas < poor.due()) {
          assertThat((rich.inService() + richHas) / (double) rich.weight())
              .as("%s against %s: %s", rich, poor, given)
              .isLessThanOrEqualTo((poor.inService() + poorHas + 1) / (double) poor.weight());
        }
      }
    }
  }

  @Property
  void ignoresTheOrderOfTenants(
      @ForAll("claimants") List<Demand> claimants,
      @ForAll @IntRange(max = 100) int places,
      @ForAll Random random) {
    var shuffled = new ArrayList<>(claimants);
    Collections.shuffle(shuffled, random);

    assertThat(FairShareAllocator.share(shuffled, places, NOW))
        .isEqualTo(FairShareAllocator.share(claimants, places, NOW));
  }

  @Property
  void sharesFollowTheWeights(
      @ForAll @IntRange(min = 1, max = 1000) int one,
      @ForAll @IntRange(min = 1, max = 1000) int other) {
    var given =
        FairShareAllocator.share(
            List.of(new Demand("one", one, 0, 5000, NOW), new Demand("other", other, 0, 5000, NOW)),
            one + other,
            NOW);

    assertThat(given).containsEntry("one", one).containsEntry("other", other);
  }

  /** Any number of other tenants, of any weight, each with more runs due than can ever be done. */
  @Property(tries = 200)
  void everyTenantEventuallyHasATurn(
      @ForAll @IntRange(min = 1, max = 12) int others,
      @ForAll @IntRange(min = 1, max = 16) int places,
      @ForAll @IntRange(min = 1, max = 1000) int weight,
      @ForAll @IntRange(min = 1, max = 300) int seconds) {
    Map<String, Instant> lastTurns = new HashMap<>();
    List<String> tenants = IntStream.range(0, others).mapToObj(i -> "heavy" + i).toList();
    Deque<String> held = new ArrayDeque<>();
    give(tenants, weight, places, held, lastTurns, NOW);
    Instant now = NOW;

    // Now the light tenant arrives; at this interval, the place that was given first becomes free.
    List<String> all = Stream.concat(tenants.stream(), Stream.of("light")).toList();
    while (!lastTurns.containsKey("light")) {
      now = now.plusSeconds(seconds);
      held.removeFirst();
      give(all, weight, 1, held, lastTurns, now);
      assertThat(Duration.between(NOW, now))
          .as("the light one has waited")
          .isLessThanOrEqualTo(FairShareAllocator.AGEING.plusSeconds((others + 2L) * seconds));
    }
  }

  private static void give(
      List<String> tenants,
      int weight,
      int places,
      Deque<String> held,
      Map<String, Instant> lastTurns,
      Instant now) {
    List<Demand> claimants =
        tenants.stream()
            .map(
                tenant ->
                    new Demand(
                        tenant,
                        tenant.equals("light") ? 1 : weight,
                        Collections.frequency(held, tenant),
                        5000,
                        lastTurns.getOrDefault(tenant, NOW)))
            .toList();
    FairShareAllocator.share(claimants, places, now)
        .forEach(
            (tenant, count) -> {
              held.addAll(Collections.nCopies(count, tenant));
              lastTurns.put(tenant, now);
            });
  }

  @Test
  void aLongQueueGivesNoPreference() {
    var given =
        FairShareAllocator.share(
            List.of(
                new Demand("many", 1, 8, 5000, NOW.minus(Duration.ofDays(1))),
                new Demand("few", 1, 0, 10, NOW)),
            8,
            NOW);

    assertThat(given).containsExactly(Map.entry("few", 8));
  }

  @Test
  void amongEqualsTheLongestWaitingIsFirst() {
    var given =
        FairShareAllocator.share(
            List.of(
                new Demand("a", 1, 2, 1, NOW),
                new Demand("b", 1, 2, 1, NOW.minusSeconds(1)),
                new Demand("c", 1, 2, 1, NOW.minusSeconds(1))),
            2,
            NOW);

    assertThat(given).containsExactly(Map.entry("b", 1), Map.entry("c", 1));
  }

  @Test
  void aMinuteWithoutAnyPlaceOutweighsAnyWeight() {
    var heavy = new Demand("heavy", 1000, 15, 5000, NOW);

    assertThat(FairShareAllocator.share(List.of(heavy, new Demand("light", 1, 0, 1, NOW)), 1, NOW))
        .containsOnlyKeys("heavy");
    assertThat(
            FairShareAllocator.share(
                List.of(heavy, new Demand("light", 1, 0, 1, NOW.minus(FairShareAllocator.AGEING))),
                1,
                NOW))
        .containsOnlyKeys("light");
  }
}
