package dev.reprise.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.execution.tool.ManualClock;
import dev.reprise.fixture.LogLines;
import dev.reprise.fixture.TestConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Failures are counted for addresses and for users, and forgotten in time. */
class LoginThrottleTest {

  private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");
  private static final Duration INTERVAL = Duration.ofSeconds(6);

  private final ManualClock clock = new ManualClock(START);
  private final LoginThrottle logins =
      new LoginThrottle(
          new LoginSettings(
              TestConfig.of(
                  Map.of(
                      "reprise.logins.failures",
                      "3",
                      "reprise.logins.interval",
                      INTERVAL.toString()))),
          new LoginCache(),
          clock);

  @Test
  void aFewLoginsMayFail() {
    fail("1.2.3.4", "ana", 2);
    assertThat(logins.wait(login("1.2.3.4", "ana"))).isZero();

    fail("1.2.3.4", "ana", 1);
    assertThat(logins.wait(login("1.2.3.4", "ana"))).isEqualTo(INTERVAL);
  }

  @Test
  void anAddressWaitsForEveryUserThatItTries() {
    for (int user = 0; user < 3; user++) {
      fail("1.2.3.4", "user" + user, 1);
    }

    assertThat(logins.wait(login("1.2.3.4", "ana"))).isPositive();
    assertThat(logins.wait(login("5.6.7.8", "ana"))).isZero();
  }

  @Test
  void aUserWaitsOnEveryAddress() {
    for (int address = 0; address < 3; address++) {
      fail("1.2.3." + address, "ana", 1);
    }

    assertThat(logins.wait(login("5.6.7.8", "ana"))).isPositive();
    assertThat(logins.wait(login("5.6.7.8", "bo"))).isZero();
  }

  @Test
  void tokensThatNameNoUserCountForTheirAddressAlone() {
    for (int address = 0; address < 3; address++) {
      logins.failed(new Login("1.2.3." + address, new Credential.Token("forged")));
    }

    assertThat(logins.wait(new Login("5.6.7.8", new Credential.Token("right")))).isZero();
  }

  @Test
  void aUserWhoseLoginWasRightIsNotLockedOut() {
    var inside = new Login("1.2.3.4", new Credential.Password("ana", "right"));
    logins.succeeded(inside);

    fail("1.2.3.4", "ana", 5);

    assertThat(logins.wait(inside)).isZero();
    assertThat(logins.wait(login("1.2.3.4", "ana"))).isPositive();
    logins.failed(inside);
    assertThat(logins.wait(inside)).as("after the password has changed").isPositive();
  }

  @Test
  void oneMoreIsCheckedAfterEachInterval() {
    fail("1.2.3.4", "ana", 3);

    clock.moveTo(START.plus(INTERVAL));

    assertThat(logins.wait(login("1.2.3.4", "ana"))).isZero();
    fail("1.2.3.4", "ana", 1);
    assertThat(logins.wait(login("1.2.3.4", "ana"))).isEqualTo(INTERVAL);
  }

  @Test
  void simultaneousGuessesExtendTheWaitUpToALimit() {
    fail("1.2.3.4", "ana", 10);
    assertThat(logins.wait(login("1.2.3.4", "ana"))).isEqualTo(INTERVAL.multipliedBy(8));

    fail("1.2.3.4", "ana", 10_000);
    assertThat(logins.wait(login("1.2.3.4", "ana"))).isEqualTo(INTERVAL.multipliedBy(28));
  }

  @Test
  void addressesOfOneIpv6NetworkCountTogether() {
    fail("2001:db8:1:2::1", "ana", 1);
    fail("2001:db8:1:2::2", "bo", 1);
    fail("2001:db8:1:2:ffff::3%eth0", "cy", 1);

    assertThat(logins.wait(login("2001:db8:1:2::4", "di"))).isPositive();
    assertThat(logins.wait(login("2001:db8:1:3::4", "di"))).isZero();
  }

  @Test
  void namesTheInvalidSetting() {
    assertThatThrownBy(() -> new LoginSettings(TestConfig.of("reprise.logins.failures", "0")))
        .hasMessageContaining("reprise.logins.failures");
    assertThatThrownBy(() -> new LoginSettings(TestConfig.of("reprise.logins.interval", "PT0S")))
        .hasMessageContaining("reprise.logins.interval");
  }

  @Test
  void aUserNameCannotForgeLinesOfTheLog() {
    var hostile =
        new Login("1.2.3.4", new Credential.Password("ana\n\u001b[31mERROR\u2028x", "secret"));

    assertThat(hostile.toString())
        .isEqualTo("'ana??[31mERROR?x' from 1.2.3.4")
        .doesNotContain("secret");
  }

  @Test
  void aNameThatWouldForgeTheContainersLogMatchesNoUser() {
    assertThat(Login.isName("ana")).isTrue();
    assertThat(Login.isName("Zoë Ζωή 愛@acme")).isTrue();
    assertThat(Login.isName("x".repeat(256))).isTrue();
    assertThat(Login.isName("ana\n[ERROR] all is lost")).isFalse();
    assertThat(Login.isName("ana\u2028")).isFalse();
    assertThat(Login.isName("x".repeat(257))).isFalse();
  }

  /** The container's own line for a failure lacks the address. */
  @Test
  void eachFailureIsInTheLogWithItsAddress() {
    try (var log = new LogLines(LoginThrottle.class)) {
      fail("1.2.3.4", "ana", 3);

      assertThat(log.all())
          .hasSize(3)
          .allMatch(line -> line.startsWith("login failed: 'ana' from 1.2"));
    }
  }

  private void fail(String address, String user, int times) {
    for (int i = 0; i < times; i++) {
      logins.failed(login(address, user));
    }
  }

  private static Login login(String address, String user) {
    return new Login(address, new Credential.Password(user, "wrong"));
  }
}
