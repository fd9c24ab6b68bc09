package dev.reprise.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The configuration for a database that does not accept appends. */
class JournalSettingsTest {

  private static final Duration MAX_OUTAGE = Duration.ofSeconds(20);
  private static final Duration LINGER = Duration.ofMillis(2);

  @ParameterizedTest
  @ValueSource(strings = {"required", "REQUIRED"})
  void requiresTheRecord(String name) {
    var settings = new JournalSettings(name, MAX_OUTAGE, LINGER);

    assertThat(settings.isRequired()).isTrue();
    assertThat(settings.maxOutage()).isEqualTo(MAX_OUTAGE);
  }

  @Test
  void letsRunsContinueForAWhileIfItIsNotRequired() {
    assertThat(new JournalSettings("degraded", MAX_OUTAGE, LINGER).isRequired()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "none", "required "})
  void refusesAnyOtherValue(String name) {
    assertThatThrownBy(() -> new JournalSettings(name, MAX_OUTAGE, LINGER))
        .hasMessage("reprise.durability must be degraded or required, not " + name);
  }

  @Test
  void refusesANegativeMaximumOfAnOutage() {
    assertThatThrownBy(() -> new JournalSettings("degraded", Duration.ofMillis(-1), LINGER))
        .hasMessageContaining("reprise.durability.patience");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT0.05S", "PT1S"})
  void throttlesWritesByTheLinger(String linger) {
    Duration asked = Duration.parse(linger);

    assertThat(new JournalSettings("degraded", MAX_OUTAGE, asked).linger()).isEqualTo(asked);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT-0.001S", "PT1.001S", "PT1H"})
  void refusesALingerOutOfRange(String linger) {
    assertThatThrownBy(() -> new JournalSettings("degraded", MAX_OUTAGE, Duration.parse(linger)))
        .hasMessageStartingWith("reprise.durability.linger must be from PT0S")
        .hasMessageEndingWith("not " + linger);
  }
}
