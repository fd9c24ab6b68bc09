package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.fixture.TestConfig;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which settings tenants have by configuration. */
class FairShareSettingsTest {

  @Test
  void isTheSameForAllByDefault() {
    var shares = new FairShareSettings(Optional.empty(), Optional.empty());

    assertThat(shares.weightOf("acme")).isEqualTo(1);
    assertThat(shares.maxRunning()).isEmpty();
    assertThat(shares.room(1000)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void takesWeightsAndALimit() {
    var shares =
        new FairShareSettings(Optional.of(List.of("acme=3", " beta = 1000 ")), Optional.of(4));

    assertThat(shares.weightOf("acme")).isEqualTo(3);
    assertThat(shares.weightOf("beta")).isEqualTo(1000);
    assertThat(shares.weightOf("others")).isEqualTo(1);
    assertThat(shares.room(3)).isEqualTo(1);
    assertThat(shares.room(5)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "acme=", "=3", "acme=0", "acme=1001", "acme=-1", "acme=2.5"})
  void failsTheStartIfAWeightIsInvalid(String entry) {
    var weights = Optional.of(List.of(entry));

    assertThatThrownBy(() -> new FairShareSettings(weights, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reprise.fair-share.weights")
        .hasMessageContaining("'" + entry + "'");
  }

  @Test
  void failsTheStartIfATenantIsNamedTwiceOrTheLimitIsInvalid() {
    var twice = Optional.of(List.of("acme=1", "acme=2"));

    assertThatThrownBy(() -> new FairShareSettings(twice, Optional.empty()))
        .hasMessage("reprise.fair-share.weights must name acme only once");
    assertThatThrownBy(
            () -> new FairShareSettings(TestConfig.of("reprise.fair-share.max-running", "0")))
        .hasMessageStartingWith(
            "reprise.fair-share.max-running must be a whole number of at least 1, not '0'");
  }
}
