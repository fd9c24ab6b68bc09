package dev.reprise.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.fixture.TestConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** By default, a password is accepted unencrypted only within this machine. */
class PlainHttpGuardTest {

  private final PlainHttpGuard usual = new PlainHttpGuard(TestConfig.empty());

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1",
    "127.0.0.77, 127.1.2.3",
    "::1, 0:0:0:0:0:0:0:1",
    "::ffff:127.0.0.1, ::1",
    "0:0:0:0:0:0:0:1%lo, ::1"
  })
  void allowsLoginsWithinTheMachine(String from, String to) {
    assertThat(usual.allows(from, to)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "192.168.1.7",
        "10.0.0.1",
        "0.0.0.0",
        "2001:db8::1",
        "fe80::1%eth0",
        "127.0.0.1.example.org",
        "localhost",
        "127.0.0",
        ""
      })
  void refusesLoginsFromElsewhere(String address) {
    assertThat(usual.allows(address, "127.0.0.1")).isFalse();
    assertThat(usual.allows("127.0.0.1", address)).isFalse();
  }

  @Test
  void isOpenedOnlyByItsProperty() {
    assertThat(
            new PlainHttpGuard(TestConfig.of("reprise.http.plain", "anywhere"))
                .allows("192.168.1.7", "10.0.0.1"))
        .isTrue();
    assertThatThrownBy(() -> new PlainHttpGuard(TestConfig.of("reprise.http.plain", "yes")))
        .hasMessageContaining("reprise.http.plain");
  }
}
