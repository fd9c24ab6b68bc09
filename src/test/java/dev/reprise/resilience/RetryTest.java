package dev.reprise.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Calls that are made again. */
class RetryTest {

  private static final RetryPolicy POLICY =
      new RetryPolicy(
          4,
          BackOff.exponential(Duration.ofMillis(100)),
          Duration.ofMillis(500),
          Jitter.NONE,
          Fault::isTransient);

  private final ManualTime time = new ManualTime();
  private final List<Retry.Notice> notices = new ArrayList<>();
  private final Retry retry = Retry.with(POLICY).onRetry(notices::add).in(time.surroundings());
  private int calls;

  private Callable<String> failing(int times, Exception fault) {
    return () -> {
      calls++;
      if (calls <= times) {
        throw fault;
      }
      return "done";
    };
  }

  @Test
  void returnsAtTheFirstSuccess() throws Exception {
    assertThat(retry.call(failing(0, new ConnectException()))).isEqualTo("done");

    assertThat(calls).isEqualTo(1);
    assertThat(notices).isEmpty();
  }

  @Test
  void triesAgainBehindATransientFault() throws Exception {
    assertThat(retry.call(failing(2, new ConnectException("refused")))).isEqualTo("done");

    assertThat(calls).isEqualTo(3);
    assertThat(notices)
        .extracting(Retry.Notice::attempt, notice -> notice.fault().kind(), Retry.Notice::delay)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1, FailureClass.CONNECTION, Duration.ofMillis(100)),
            org.assertj.core.groups.Tuple.tuple(
                2, FailureClass.CONNECTION, Duration.ofMillis(200)));
  }

  @Test
  void throwsTheLastFaultWhenAttemptsAreUsed() {
    assertThatThrownBy(() -> retry.call(failing(9, new ConnectException("refused"))))
        .isInstanceOf(ConnectException.class);

    assertThat(calls).isEqualTo(4);
    assertThat(time.waits())
        .extracting(Duration::toMillis)
        .as("one wait less than attempts")
        .containsExactly(100L, 200L, 400L);
  }

  @Test
  void doesNotRepeatWhatNoRepetitionHelps() {
    assertThatThrownBy(() -> retry.call(failing(9, new IllegalArgumentException("no"))))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(calls).isEqualTo(1);
  }

  @Test
  void callsOnceWithoutRetries() {
    Retry never = Retry.with(RetryPolicy.NEVER).in(time.surroundings());

    assertThatThrownBy(() -> never.call(failing(9, new ConnectException())))
        .isInstanceOf(ConnectException.class);
    assertThat(calls).isEqualTo(1);
  }

  @Test
  void triesAgainBehindAFaultInAResultAndReturnsTheLast() throws Exception {
    var fault = new Fault(FailureClass.OVERLOADED, "busy");

    int result = retry.call(() -> ++calls, it -> Optional.of(fault).filter(f -> it < 3));
    assertThat(result).isEqualTo(3);
    int last = retry.call(() -> ++calls, it -> Optional.of(fault));
    assertThat(last).isEqualTo(7);
  }

  @Test
  void waitsAsLongAsItIsTold() throws Exception {
    var limited = new Fault(FailureClass.RATE_LIMITED, "slow down").retryAfter(Duration.ofHours(1));
    var brief = new Fault(FailureClass.RATE_LIMITED, "slow down").retryAfter(Duration.ZERO);

    retry.call(failing(1, new FaultException(limited)));
    assertThat(time.waits()).containsExactly(Duration.ofHours(1));
    calls = 0;
    retry.call(failing(1, new FaultException(brief)));
    assertThat(time.waits().getLast()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void stopsWhereAWaitWouldEndBehindTheDeadline() {
    Retry bounded = retry.until(time.instant().plusMillis(250));

    assertThatThrownBy(() -> bounded.call(failing(9, new ConnectException())))
        .isInstanceOf(ConnectException.class);
    assertThat(time.waits()).extracting(Duration::toMillis).containsExactly(100L);
  }

  @Test
  void endsAWaitAtOnceWhenItIsCancelled() throws Exception {
    var cancellation = new Cancellation();
    var waiting = new CountDownLatch(1);
    Retry patient =
        Retry.with(POLICY.withDelays(BackOff.constant(Duration.ofHours(1)), Duration.ofHours(1)))
            .onRetry(notice -> waiting.countDown())
            .waitingBy(cancellation);

    var call =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return patient.call(failing(9, new ConnectException("refused")));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(waiting.await(10, TimeUnit.SECONDS)).isTrue();
    cancellation.cancel();

    assertThatThrownBy(() -> call.get(10, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(InterruptedException.class)
        .rootCause()
        .hasSuppressedException(new ConnectException("refused"));
    assertThat(calls).isEqualTo(1);
  }

  @Property
  void neverCallsMoreOftenThanItMayAndWaitsWithinTheCap(
      @ForAll @IntRange(min = 1, max = 20) int attempts,
      @ForAll @IntRange(max = 30) int failures,
      @ForAll @IntRange(max = 5000) int baseMillis,
      @ForAll @IntRange(max = 20_000) int capMillis) {
    var quiet = new ManualTime();
    var made = new int[1];
    Retry any =
        Retry.with(
                RetryPolicy.TRANSPORT
                    .withAttempts(attempts)
                    .withDelays(
                        BackOff.exponential(Duration.ofMillis(baseMillis)),
                        Duration.ofMillis(capMillis)))
            .in(quiet.surroundings());

    try {
      any.call(
          () -> {
            made[0]++;
            if (made[0] <= failures) {
              throw new ConnectException();
            }
            return "";
          });
    } catch (Exception e) {
      assertThat(failures).isGreaterThanOrEqualTo(attempts);
    }

    assertThat(made[0]).isEqualTo(Math.min(attempts, failures + 1));
    assertThat(quiet.waits())
        .hasSize(made[0] - 1)
        .allMatch(wait -> !wait.isNegative() && wait.compareTo(Duration.ofMillis(capMillis)) <= 0);
  }

  @Test
  void recoversFromMostTransientFaultsOfAWeek() {
    var random = new java.util.Random(20260101);
    var recovered = new int[2];
    Retry transport = Retry.with(RetryPolicy.TRANSPORT).in(time.surroundings(random));
    IntStream.range(0, 10_000)
        .forEach(
            call -> {
              var failed = new boolean[1];
              try {
                transport.call(
                    () -> {
                      if (random.nextInt(10) < 3) {
                        failed[0] = true;
                        throw new FaultException(new Fault(FailureClass.OVERLOADED, "busy"));
                      }
                      return "";
                    });
                recovered[1] += failed[0] ? 1 : 0;
              } catch (Exception e) {
                assertThat(failed[0]).isTrue();
              }
              recovered[0] += failed[0] ? 1 : 0;
            });

    double share = (double) recovered[1] / recovered[0];
    System.out.printf("recovered by retry: %.3f of %d calls%n", share, recovered[0]);
    assertThat(share).isGreaterThan(0.9);
  }
}
