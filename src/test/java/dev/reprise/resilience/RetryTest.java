package dev.reprise.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Operations and streams that are repeated in the caller's thread. */
class RetryTest {

  private static final RetryPolicy POLICY =
      new RetryPolicy(
          4, BackOff.exponential(Duration.ofMillis(100)), Duration.ofMillis(500), Jitter.NONE);

  private final ManualTime time = new ManualTime();
  private final List<Retry.FailedAttempt> heard = new ArrayList<>();
  private final Retry retry = Retry.of(POLICY).onRetry(heard::add).with(time, () -> 0);
  private int calls;

  private String failing(int times, String message) throws IOException {
    calls++;
    if (calls <= times) {
      throw new ConnectException(message);
    }
    return "done";
  }

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  @Test
  void returnsTheFirstSuccess() throws Exception {
    assertThat(retry.call(() -> failing(0, ""))).isEqualTo("done");

    assertThat(calls).isEqualTo(1);
    assertThat(heard).isEmpty();
  }

  @Test
  void tellsTheListenerOfEachRetryBeforeItsWait() throws Exception {
    List<String> order = new ArrayList<>();
    Retry told =
        Retry.of(POLICY)
            .onRetry(failed -> order.add("attempt " + failed.attempt()))
            .with(wait -> order.add("wait " + wait.toMillis()), () -> 0);

    assertThat(told.call(() -> failing(2, "refused"))).isEqualTo("done");

    assertThat(order).containsExactly("attempt 1", "wait 100", "attempt 2", "wait 200");
  }

  @Test
  void throwsTheLastFailureAfterAllAttempts() {
    assertThatThrownBy(() -> retry.call(() -> failing(9, "refused " + (calls + 1))))
        .isInstanceOf(ConnectException.class)
        .hasMessage("refused 4");

    assertThat(time.waits()).extracting(Duration::toMillis).containsExactly(100L, 200L, 400L);
    assertThat(heard)
        .extracting(failed -> failed.fault().kind())
        .containsExactly(FailureClass.CONNECTION, FailureClass.CONNECTION, FailureClass.CONNECTION);
  }

  @Test
  void doesNotRepeatWhatIsNotTransient() {
    assertThatThrownBy(
            () ->
                retry.call(
                    () -> {
                      calls++;
                      throw new IllegalArgumentException("wrong");
                    }))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(calls).isEqualTo(1);
    assertThat(heard).isEmpty();
  }

  @Test
  void repeatsWhatThePredicateNames() throws Exception {
    Retry odd = retry.retryIf(fault -> fault.message().contains("odd"));

    String result =
        odd.call(
            () -> {
              calls++;
              if (calls < 3) {
                throw new IllegalStateException("odd");
              }
              return "done";
            });

    assertThat(result).isEqualTo("done");
    assertThat(calls).isEqualTo(3);
    calls = 0;
    assertThatThrownBy(() -> odd.call(() -> failing(1, "refused")))
        .as("transient, but not named")
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void waitsAtLeastAsLongAsTheOtherSideRequests() throws Exception {
    var busy = new Fault(FailureClass.RATE_LIMITED, "busy").retryAfter(Duration.ofMinutes(3));

    retry.call(
        () -> {
          calls++;
          if (calls == 1) {
            throw new FaultException(busy);
          }
          return calls;
        });

    assertThat(time.waits()).containsExactly(Duration.ofMinutes(3));
  }

  @Test
  void endsAWaitAtAnInterruptAndKeepsTheFailure() {
    Retry patient =
        Retry.of(POLICY.withDelays(BackOff.constant(Duration.ofHours(1)), Duration.ofHours(1)));
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> patient.call(() -> failing(9, "refused")))
        .isInstanceOf(InterruptedException.class)
        .hasSuppressedException(new ConnectException("refused"));
    assertThat(calls).isEqualTo(1);
  }

  @Test
  void doesNotRepeatAnOperationThatIsInterrupted() {
    Retry any = retry.retryIf(fault -> true);

    assertThatThrownBy(
            () ->
                any.call(
                    () -> {
                      calls++;
                      throw new InterruptedException("stopped");
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThat(calls).isEqualTo(1);
  }

  @Property
  void callsNoMoreOftenThanItMay(
      @ForAll @IntRange(min = 1, max = 20) int attempts, @ForAll @IntRange(max = 30) int failures)
      throws Exception {
    var passed = new ManualTime();
    var fresh = new RetryTest();
    Retry any = Retry.of(POLICY.withAttempts(attempts)).with(passed, () -> 0);

    if (failures < attempts) {
      assertThat(any.call(() -> fresh.failing(failures, "refused"))).isEqualTo("done");
    } else {
      assertThatThrownBy(() -> any.call(() -> fresh.failing(failures, "refused")))
          .isInstanceOf(ConnectException.class);
    }

    assertThat(fresh.calls).isEqualTo(Math.min(attempts, failures + 1));
    assertThat(passed.waits()).hasSize(fresh.calls - 1);
  }

  /** A stream of three items, of which some openings break off before an item. */
  private Retry.Source<String, IOException> breaking(int times, int before) {
    return consumer -> {
      calls++;
      for (int item = 1; item <= 3; item++) {
        if (calls <= times && item == before) {
          throw new ConnectException("reset");
        }
        consumer.accept("item " + item);
      }
    };
  }

  @Test
  void beginsAStreamAgainThatHasNotBegun() throws Exception {
    List<String> items = new ArrayList<>();

    retry.stream(breaking(2, 1), items::add);

    assertThat(items).containsExactly("item 1", "item 2", "item 3");
    assertThat(heard).hasSize(2);
  }

  @Test
  void givesNoItemTwice() {
    List<String> items = new ArrayList<>();

    assertThatThrownBy(() -> retry.stream(breaking(1, 2), items::add))
        .isInstanceOf(ConnectException.class);

    assertThat(items).containsExactly("item 1");
    assertThat(calls).isEqualTo(1);
  }

  @Test
  void beginsAStreamAgainInTheMiddleForAConsumerThatCan() throws Exception {
    List<String> items = new ArrayList<>();

    retry.stream(breaking(2, 3), items::add, items::clear);

    assertThat(items).containsExactly("item 1", "item 2", "item 3");
    assertThat(calls).isEqualTo(3);
    assertThat(heard).extracting(Retry.FailedAttempt::attempt).containsExactly(1, 2);
    assertThat(time.waits()).hasSize(2);
  }

  @Test
  void keepsWhatAStreamGaveInItsLastAttempt() {
    List<String> items = new ArrayList<>();

    assertThatThrownBy(() -> retry.stream(breaking(9, 3), items::add, items::clear))
        .isInstanceOf(ConnectException.class);

    assertThat(items).containsExactly("item 1", "item 2");
    assertThat(calls).isEqualTo(4);
  }
}
