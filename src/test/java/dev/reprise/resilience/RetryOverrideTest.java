package dev.reprise.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The values of a policy that an operator or an agent changes. */
class RetryOverrideTest {

  private static final Optional<Duration> BASE = Optional.of(Duration.ofSeconds(3));

  @Test
  void changesNothingWithoutValues() {
    assertThat(RetryOverride.NONE.over(RetryPolicy.TOOL)).isEqualTo(RetryPolicy.TOOL);
    assertThat(RetryOverride.NEVER.over(RetryPolicy.TOOL).attempts()).isEqualTo(1);
  }

  @Test
  void growsByTheStrategyThatItNames() {
    assertThat(waitAfterThree("linear", Optional.empty())).isEqualTo(Duration.ofSeconds(9));
    assertThat(waitAfterThree("constant", Optional.empty())).isEqualTo(Duration.ofSeconds(3));
    assertThat(waitAfterThree("exponential", Optional.empty())).isEqualTo(Duration.ofSeconds(12));
    assertThat(waitAfterThree("exponential", Optional.of(3.0))).isEqualTo(Duration.ofSeconds(27));
  }

  @Test
  void doublesInPlaceOfAnotherStrategyIfItSaysOnlyHowLongTheFirstWaitIs() {
    RetryPolicy linear =
        RetryPolicy.TOOL.withDelays(BackOff.linear(Duration.ofSeconds(1)), Duration.ofMinutes(1));
    var override =
        new RetryOverride(
            Optional.empty(), Optional.empty(), Optional.empty(), BASE, Optional.empty());

    assertThat(override.over(linear).backOff().after(3)).isEqualTo(Duration.ofSeconds(12));
  }

  @Test
  void keepsThePredicate() {
    RetryPolicy any = RetryPolicy.TOOL.retryAfterAny();

    assertThat(RetryOverride.NEVER.over(any).retryIf()).isSameAs(any.retryIf());
  }

  @Test
  void refusesWhatNoPolicyCanHave() {
    assertThatThrownBy(() -> strategy("random", Optional.empty()))
        .hasMessage("strategy must be exponential, linear or constant, not 'random'");
    assertThatThrownBy(() -> strategy("linear", Optional.of(2.0)))
        .hasMessageContaining("factor must be absent unless strategy is exponential");
    assertThatThrownBy(
            () ->
                new RetryOverride(
                    Optional.of(0),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()))
        .hasMessage("attempts must be 1 to 100, not 0");
    assertThatThrownBy(
            () ->
                new RetryOverride(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(Duration.ofSeconds(-1)),
                    Optional.empty()))
        .hasMessageContaining("base-delay must not be negative");
  }

  private static Duration waitAfterThree(String strategy, Optional<Double> factor) {
    return strategy(strategy, factor).over(RetryPolicy.TOOL).backOff().after(3);
  }

  private static RetryOverride strategy(String strategy, Optional<Double> factor) {
    return new RetryOverride(
        Optional.empty(), Optional.of(strategy), factor, BASE, Optional.empty());
  }
}
