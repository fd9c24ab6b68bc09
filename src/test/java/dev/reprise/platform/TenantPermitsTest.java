package dev.reprise.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Permits are shared: all of them may be in use, and no tenant has more than its share. */
@Timeout(60)
class TenantPermitsTest {

  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  private static final Instant AT_ONCE = Instant.EPOCH;
  private static final Instant LATER = Instant.EPOCH.plus(Duration.ofMinutes(1));

  /** A number is a tenant that takes a place, or gives one back if it is negative. */
  @Property
  void givesAPlaceExactlyWhereThereIsOne(
      @ForAll @Size(max = 60) List<@IntRange(min = -3, max = 3) Integer> steps,
      @ForAll @IntRange(min = 1, max = 5) int all,
      @ForAll @IntRange(min = 1, max = 5) int share)
      throws InterruptedException {
    var places = new TenantPermits(CLOCK, all, share);
    Map<Integer, Deque<Runnable>> held = new HashMap<>();
    for (int step : steps) {
      Deque<Runnable> own = held.computeIfAbsent(Math.abs(step), unused -> new ArrayDeque<>());
      if (step < 0) {
        Optional.ofNullable(own.poll()).ifPresent(Runnable::run);
        continue;
      }
      int taken = held.values().stream().mapToInt(Deque::size).sum();
      Optional<Runnable> place = places.take("tenant " + step, AT_ONCE);
      assertThat(place.isPresent()).isEqualTo(own.size() < share && taken < all);
      place.ifPresent(own::add);
    }

    assertThat(places.tenants())
        .isEqualTo((int) held.values().stream().filter(own -> !own.isEmpty()).count());
    held.values().forEach(own -> own.forEach(Runnable::run));
    assertThat(places.tenants()).as("tenants that are remembered without a place").isZero();
  }

  @Test
  void aTenantThatWaitsForItsShareBlocksNoOther() throws Exception {
    var places = new TenantPermits(CLOCK, 2, 1);
    Runnable first = places.take("acme", AT_ONCE).orElseThrow();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> waiting =
          List.of(threads.submit(() -> comeAndGo(places)), threads.submit(() -> comeAndGo(places)));

      for (int i = 0; i < 100; i++) {
        places.take("globex", LATER).orElseThrow().run();
      }

      assertThat(waiting).noneMatch(Future::isDone);
      first.run();
      for (Future<?> it : waiting) {
        it.get();
      }
    }
    assertThat(places.tenants()).isZero();
  }

  @Test
  void onlySomeOfATenantWait() throws Exception {
    var places = new TenantPermits(CLOCK, 2, 1, 2);
    Runnable first = places.take("acme", AT_ONCE).orElseThrow();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> waiting = threads.submit(() -> comeAndGo(places));
      await().until(() -> places.waiting() == 1);

      assertThat(places.take("acme", LATER)).as("refused without waiting").isEmpty();
      assertThat(places.take("globex", LATER)).isPresent();

      first.run();
      waiting.get();
    }
  }

  @Test
  void whoIsInterruptedLeavesNothingTaken() throws Exception {
    var places = new TenantPermits(CLOCK, 1, 1);
    Runnable first = places.take("acme", AT_ONCE).orElseThrow();
    for (String tenant : List.of("acme", "globex")) {
      Thread.currentThread().interrupt();
      try {
        places.take(tenant, LATER);
        throw new AssertionError("not interrupted");
      } catch (InterruptedException e) {
        assertThat(Thread.interrupted()).isFalse();
      }
    }
    first.run();

    assertThat(places.tenants()).isZero();
    places.take("globex", AT_ONCE).orElseThrow().run();
  }

  private static boolean comeAndGo(TenantPermits places) throws InterruptedException {
    places.take("acme", LATER).orElseThrow().run();
    return true;
  }
}
