package dev.reprise.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.fixture.TestConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The configuration for a database that does not accept appends. */
class JournalSettingsTest {

  @ParameterizedTest
  @ValueSource(strings = {"required", "REQUIRED"})
  void requiresTheRecord(String name) {
    var settings = settings("reprise.durability", name);

    assertThat(settings.isRequired()).isTrue();
    assertThat(settings.maxOutage).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void letsRunsContinueForAWhileIfItIsNotRequired() {
    assertThat(settings("reprise.durability", "degraded").isRequired()).isFalse();
    assertThat(new JournalSettings(TestConfig.empty()).isRequired()).isFalse();
  }

  @Test
  void refusesAnyOtherValue() {
    assertThatThrownBy(() -> settings("reprise.durability", "none"))
        .hasMessage("reprise.durability must be degraded or required, not 'none' (set in test)");
  }

  @Test
  void refusesANegativeMaximumOfAnOutage() {
    assertThatThrownBy(() -> settings("reprise.durability.patience", "PT-0.001S"))
        .hasMessageStartingWith("reprise.durability.patience must be a duration of at least PT0S");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT0.05S", "PT1M"})
  void throttlesWritesByTheLinger(String linger) {
    assertThat(settings("reprise.durability.linger", linger).linger)
        .isEqualTo(Duration.parse(linger));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT-0.001S", "PT1M0.001S", "PT1H"})
  void refusesALingerOutOfRange(String linger) {
    assertThatThrownBy(() -> settings("reprise.durability.linger", linger))
        .hasMessage(
            "reprise.durability.linger must be a duration from PT0S to PT1M, not '%s' (set in test)",
            linger);
  }

  private static JournalSettings settings(String property, String value) {
    return new JournalSettings(TestConfig.of(property, value));
  }
}
