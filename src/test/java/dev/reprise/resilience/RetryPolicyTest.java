package dev.reprise.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whether and when to retry. */
class RetryPolicyTest {

  private static final Fault BUSY = new Fault(FailureClass.OVERLOADED, "busy");
  private static final Duration BASE = Duration.ofMillis(100);

  private static long[] millis(BackOff backOff) {
    return IntStream.rangeClosed(1, 4).mapToLong(n -> backOff.after(n).toMillis()).toArray();
  }

  @Test
  void waitsByAStrategy() {
    assertThat(millis(BackOff.exponential(BASE))).containsExactly(100, 200, 400, 800);
    assertThat(millis(new BackOff.Exponential(BASE, 3))).containsExactly(100, 300, 900, 2700);
    assertThat(millis(BackOff.linear(BASE))).containsExactly(100, 200, 300, 400);
    assertThat(millis(BackOff.constant(BASE))).containsExactly(100, 100, 100, 100);
    BackOff custom = attempt -> Duration.ofMillis(7L * attempt * attempt);
    assertThat(millis(custom)).containsExactly(7, 28, 63, 112);
  }

  @Test
  void neverWaitsLongerThanTheCapEvenWithJitter() {
    RetryPolicy policy =
        RetryPolicy.TRANSPORT.withDelays(BackOff.exponential(BASE), Duration.ofMillis(500));
    var steady = new RetryPolicy(4, policy.backOff(), policy.maxDelay(), Jitter.NONE);

    assertThat(steady.delay(10, new Random(1)).toMillis()).isEqualTo(500);
    assertThat(policy.delay(10, new Random(1)).toMillis()).isEqualTo(500);
    assertThat(policy.delay(2_000_000_000, new Random(1)).toMillis()).isEqualTo(500);
  }

  @Test
  void spreadsWaits() {
    var random = new Random(1);

    assertThat(
            IntStream.range(0, 10)
                .mapToObj(i -> RetryPolicy.TRANSPORT.delay(1, random).toNanos())
                .distinct())
        .hasSizeGreaterThan(5);
  }

  @Property
  void waitsWithinZeroAndTheCap(
      @ForAll @IntRange(min = 1, max = 100) int attempt,
      @ForAll @LongRange(max = 3_600_000) long baseMillis,
      @ForAll @LongRange(max = 3_600_000) long capMillis,
      @ForAll @IntRange(min = -100, max = 1000) int leastPercent,
      @ForAll @IntRange(max = 100) int morePercent,
      @ForAll long seed) {
    var jitter =
        new Jitter(leastPercent / 100.0, Math.min(10, (leastPercent + morePercent) / 100.0));
    var policy =
        new RetryPolicy(
            4,
            BackOff.exponential(Duration.ofMillis(baseMillis)),
            Duration.ofMillis(capMillis),
            jitter);

    assertThat(policy.delay(attempt, new Random(seed)))
        .isBetween(Duration.ZERO, Duration.ofMillis(capMillis));
  }

  @Test
  void hasTheDefaultsOfItsProfiles() {
    assertThat(RetryPolicy.TRANSPORT.attempts()).isEqualTo(4);
    assertThat(millis(RetryPolicy.TRANSPORT.backOff())).containsExactly(200, 400, 800, 1600);
    assertThat(RetryPolicy.TRANSPORT.maxDelay()).isEqualTo(Duration.ofSeconds(10));
    assertThat(RetryPolicy.TRANSPORT.jitter()).isEqualTo(new Jitter(0, 0.25));
    assertThat(RetryPolicy.WORKFLOW.attempts()).isEqualTo(3);
    assertThat(millis(RetryPolicy.WORKFLOW.backOff())).containsExactly(1000, 2000, 4000, 8000);
    assertThat(RetryPolicy.WORKFLOW.maxDelay()).isEqualTo(Duration.ofSeconds(60));
    assertThat(RetryPolicy.TOOL.jitter()).isEqualTo(new Jitter(-0.2, 0.2));
    assertThat(RetryPolicy.RECONCILIATION.attempts()).isEqualTo(5);
    assertThat(millis(RetryPolicy.RECONCILIATION.backOff()))
        .containsExactly(15_000, 30_000, 60_000, 120_000);
  }

  @Test
  void saysWhyItStops() {
    Optional<Duration> never = Optional.empty();
    var random = new Random(1);

    assertThat(
            RetryPolicy.TRANSPORT.after(
                1, new Fault(FailureClass.AUTHENTICATION, "who"), never, random))
        .isEqualTo(new RetryPolicy.Stop(RetryPolicy.Why.NOT_RETRYABLE));
    assertThat(RetryPolicy.TRANSPORT.after(4, BUSY, never, random))
        .isEqualTo(new RetryPolicy.Stop(RetryPolicy.Why.ATTEMPTS_USED));
    assertThat(RetryPolicy.TRANSPORT.after(1, BUSY, Optional.of(Duration.ofMillis(9)), random))
        .isEqualTo(new RetryPolicy.Stop(RetryPolicy.Why.TOO_LATE));
    assertThat(RetryPolicy.TRANSPORT.after(3, BUSY, never, random))
        .isInstanceOf(RetryPolicy.Again.class);
  }

  @Test
  void considersOnlyAttemptsAndTimeIfTheOutcomeIsUnknown() {
    var odd = new Fault(FailureClass.UNKNOWN, "the line went dead");
    var random = new Random(1);
    RetryPolicy any = RetryPolicy.TOOL.retryAfterAny();

    assertThat(any.after(3, odd, Optional.empty(), random)).isInstanceOf(RetryPolicy.Again.class);
    assertThat(any.after(4, odd, Optional.empty(), random))
        .isEqualTo(new RetryPolicy.Stop(RetryPolicy.Why.ATTEMPTS_USED));
    assertThat(any.after(1, odd, Optional.of(Duration.ofMillis(9)), random))
        .isEqualTo(new RetryPolicy.Stop(RetryPolicy.Why.TOO_LATE));
  }

  @ParameterizedTest
  @EnumSource(FailureClass.class)
  void retriesOnlyAfterTransientFailures(FailureClass kind) {
    RetryPolicy.Decision decision =
        RetryPolicy.TRANSPORT.after(1, new Fault(kind, "no"), Optional.empty(), new Random(1));

    assertThat(decision instanceof RetryPolicy.Again).isEqualTo(kind.isTransient());
  }

  @Test
  void waitsAtLeastAsLongAsTheOtherSideRequests() {
    Fault patient = BUSY.retryAfter(Duration.ofMinutes(3));

    assertThat(RetryPolicy.TRANSPORT.after(1, patient, Optional.empty(), new Random(1)))
        .isEqualTo(new RetryPolicy.Again(Duration.ofMinutes(3)));
    assertThat(
            RetryPolicy.TRANSPORT.after(
                1, BUSY.retryAfter(Duration.ZERO), Optional.empty(), () -> 0))
        .isEqualTo(new RetryPolicy.Again(Duration.ofMillis(200)));
  }

  @Test
  void neverRetriesWithASingleAttempt() {
    assertThat(RetryPolicy.NEVER.after(1, BUSY, Optional.empty(), new Random(1)))
        .isEqualTo(new RetryPolicy.Stop(RetryPolicy.Why.ATTEMPTS_USED));
  }

  @Test
  void refusesImpossibleValues() {
    assertThatThrownBy(() -> RetryPolicy.TOOL.withAttempts(0)).hasMessageContaining("not 0");
    assertThatThrownBy(() -> Jitter.upTo(-0.1)).hasMessageContaining("-0.1");
    assertThatThrownBy(() -> Jitter.plusMinus(1.1)).hasMessageContaining("-1.1");
    assertThatThrownBy(() -> Jitter.upTo(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(
            () -> RetryPolicy.TOOL.withDelays(BackOff.constant(BASE), Duration.ofMillis(-1)))
        .hasMessageContaining("negative");
    assertThatThrownBy(() -> new BackOff.Exponential(BASE, 0.5)).hasMessageContaining("0.5");
    assertThatThrownBy(() -> new BreakerSettings(0, BASE)).hasMessageContaining("not after 0");
    assertThatThrownBy(() -> new BreakerSettings(1, Duration.ZERO)).hasMessageContaining("PT0S");
  }
}
