package dev.reprise.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A circuit breaker refuses calls to a target that fails. */
class CircuitBreakerTest {

  private static final BreakerKey SEARCH = BreakerKey.tool("acme", "search");
  private static final Fault BUSY = new Fault(FailureClass.OVERLOADED, "busy");
  private static final Fault LIMITED = new Fault(FailureClass.RATE_LIMITED, "slow down");

  private final ManualTime time = new ManualTime();
  private final List<BreakerState.Status> changes = new ArrayList<>();
  private final CircuitBreaker breaker =
      new CircuitBreaker(SEARCH, BreakerSettings.TOOL, BreakerState.CLOSED, time, this::heard);

  private Optional<BreakerState> heard(BreakerKey key, BreakerState to) {
    changes.add(to.status());
    return Optional.empty();
  }

  private static void fail(CircuitBreaker breaker, int times) {
    for (int i = 0; i < times; i++) {
      breaker.tryAcquire().orElseThrow().failed(BUSY);
    }
  }

  @Test
  void opensAfterFiveFailuresInARow() {
    fail(breaker, 4);
    breaker.tryAcquire().orElseThrow().succeeded();
    fail(breaker, 4);
    assertThat(breaker.tryAcquire()).isPresent();

    fail(breaker, 1);

    assertThat(breaker.tryAcquire()).isEmpty();
    assertThat(breaker.refusal().kind()).isEqualTo(FailureClass.BREAKER_OPEN);
    assertThat(breaker.refusal().message())
        .contains(
            "tool search was not called",
            "failed 5 times",
            "overloaded",
            "its breaker is open since 2026-01-01T00:00:00Z, until 2026-01-01T00:00:30Z");
    assertThat(breaker.refusal().retryAfter()).contains(Duration.ofSeconds(30));
    assertThat(changes).containsExactly(BreakerState.Status.OPEN);
  }

  @Test
  void letsOneProbePassWhenItsTimeIsOver() {
    fail(breaker, 5);
    time.pass(Duration.ofSeconds(30).minusNanos(1));
    assertThat(breaker.tryAcquire()).isEmpty();

    time.pass(Duration.ofNanos(1));
    var probe = breaker.tryAcquire().orElseThrow();
    assertThat(breaker.tryAcquire()).as("a second probe").isEmpty();
    assertThat(breaker.state().status()).isEqualTo(BreakerState.Status.HALF_OPEN);

    assertThat(breaker.refusal().message()).contains("and one call probes it now");
    assertThat(breaker.refusal().retryAfter()).contains(Duration.ofSeconds(3));
    time.pass(Duration.ofSeconds(29));
    assertThat(breaker.refusal().retryAfter()).contains(Duration.ofSeconds(1));

    probe.succeeded();
    assertThat(breaker.state()).isEqualTo(new BreakerState(3, 0, Optional.empty()));
    assertThat(changes)
        .containsExactly(
            BreakerState.Status.OPEN, BreakerState.Status.HALF_OPEN, BreakerState.Status.CLOSED);
  }

  @Test
  void opensAgainWhenTheProbeFails() {
    fail(breaker, 5);
    time.pass(Duration.ofSeconds(30));

    breaker.tryAcquire().orElseThrow().failed(BUSY);

    assertThat(breaker.tryAcquire()).isEmpty();
    time.pass(Duration.ofSeconds(30));
    assertThat(breaker.tryAcquire()).isPresent();
  }

  @Test
  void doesNotCountFaultsThatSayNothingAboutTheTarget() {
    for (int i = 0; i < 20; i++) {
      breaker.tryAcquire().orElseThrow().failed(LIMITED);
    }
    assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);

    fail(breaker, 5);
    time.pass(Duration.ofSeconds(30));
    breaker.tryAcquire().orElseThrow().failed(LIMITED);
    assertThat(breaker.tryAcquire()).as("another probe").isPresent();
  }

  @Test
  void forgetsAProbeThatNeverEnds() {
    fail(breaker, 5);
    time.pass(Duration.ofSeconds(30));
    var lost = breaker.tryAcquire().orElseThrow();

    time.pass(Duration.ofSeconds(30));
    var other = breaker.tryAcquire().orElseThrow();
    lost.succeeded();
    assertThat(breaker.state().status()).isEqualTo(BreakerState.Status.HALF_OPEN);

    other.succeeded();
    assertThat(breaker.state().status()).isEqualTo(BreakerState.Status.CLOSED);
  }

  @Test
  void ignoresCallsThatWereActiveWhenItOpened() {
    var early = breaker.tryAcquire().orElseThrow();
    var late = breaker.tryAcquire().orElseThrow();
    fail(breaker, 5);
    BreakerState open = breaker.state();

    early.succeeded();
    late.failed(BUSY);

    assertThat(breaker.state()).isEqualTo(open);
  }

  @Test
  void continuesInTheStateOfAnEarlierProcess() {
    fail(breaker, 5);
    var again =
        new CircuitBreaker(
            SEARCH, BreakerSettings.TOOL, breaker.state(), time, CircuitBreaker.Replication.NONE);

    assertThat(again.tryAcquire()).isEmpty();
    time.pass(Duration.ofSeconds(30));
    assertThat(again.tryAcquire()).isPresent();
    again.reset();
    assertThat(again.state().status()).isEqualTo(BreakerState.Status.CLOSED);
  }

  @Test
  void remembersSinceWhenItIsOpen() {
    fail(breaker, 5);
    Instant opened = time.instant();
    time.pass(Duration.ofSeconds(30));
    breaker.tryAcquire().orElseThrow().failed(new Fault(FailureClass.TIMEOUT, "late"));

    assertThat(breaker.state().failures()).isEqualTo(6);
    assertThat(breaker.state().opening())
        .contains(
            new BreakerState.Opening(opened, opened.plusSeconds(60), false, FailureClass.TIMEOUT));
  }

  @Test
  void takesOverLaterStatesOfOthers() {
    var elsewhere = new CircuitBreaker(SEARCH, BreakerSettings.TOOL, time);
    fail(elsewhere, 5);
    breaker.take(elsewhere.state());
    assertThat(breaker.tryAcquire()).isEmpty();

    breaker.reset();
    breaker.take(elsewhere.state());

    assertThat(breaker.tryAcquire()).as("the reset is later").isPresent();
  }

  @Test
  void leavesTheProbeToAFasterServer() {
    fail(breaker, 5);
    var open = breaker.state().opening().orElseThrow();
    var theirs = new AtomicReference<BreakerState>();
    var slower =
        new CircuitBreaker(
            SEARCH,
            BreakerSettings.TOOL,
            breaker.state(),
            time,
            (key, to) -> Optional.ofNullable(theirs.get()));
    time.pass(Duration.ofSeconds(30));
    theirs.set(breaker.state().probing(open, time.instant().plusSeconds(9)));

    assertThat(slower.tryAcquire()).isEmpty();
    assertThat(slower.state()).isSameAs(theirs.get());
  }

  @Test
  void isListedByItsKey() {
    var breakers =
        new Breakers(key -> BreakerSettings.MODEL, time, CircuitBreaker.Replication.NONE);
    BreakerKey model = BreakerKey.model("search");
    breakers.of(SEARCH);
    fail(breakers.of(model), 5);

    assertThat(breakers.states().keySet()).containsExactly(model, SEARCH);
    assertThat(breakers.find(model).orElseThrow().tryAcquire()).isEmpty();
    assertThat(breakers.of(SEARCH).tryAcquire()).isPresent();
    assertThat(breakers.find(BreakerKey.tool("acme", "other"))).isEmpty();
  }

  @Property(tries = 50)
  void neverLetsTwoProbesPassAtOnce(@ForAll @IntRange(min = 1, max = 5) int rounds)
      throws Exception {
    var clock = new ManualTime();
    var contested =
        new CircuitBreaker(BreakerKey.tool("acme", "contested"), BreakerSettings.TOOL, clock);
    fail(contested, 5);
    try (var threads = Executors.newFixedThreadPool(64)) {
      for (int round = 0; round < rounds; round++) {
        clock.pass(Duration.ofSeconds(30));
        var barrier = new CyclicBarrier(64);
        var passed = new AtomicInteger();
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
          all.add(
              threads.submit(
                  () -> {
                    barrier.await();
                    contested.tryAcquire().ifPresent(probe -> passed.incrementAndGet());
                    return null;
                  }));
        }
        for (Future<?> one : all) {
          one.get();
        }
        assertThat(passed).hasValue(1);
      }
    }
  }
}
