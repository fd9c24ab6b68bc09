package dev.reprise.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.api.http.ProblemException;
import dev.reprise.journal.HumanInputEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may use the API under which name. */
class CallerTest {

  @Test
  void hasTheNameOfTheLogin() {
    assertThat(Caller.checked("ana")).isEqualTo("ana");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        HumanInputEvent.TEST_PROFILE,
        "Test Profile",
        " test profile ",
        "api-key:ci",
        " API-Key:x",
        "schedule payroll",
        "Schedule payroll",
        "registry:ana"
      })
  void cannotHaveANameThatStandsForAnother(String name) {
    assertThatThrownBy(() -> Caller.checked(name))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("must not be named 'test profile'");
  }

  /** It is in logs, and one line of what an idempotency key stands for. */
  @ParameterizedTest
  @ValueSource(strings = {"ana\nx", "ana\u0000", "ana\u2028", "\u202eana", "ana\u200b"})
  void cannotHaveANameThatIsNotPrintable(String name) {
    assertThatThrownBy(() -> Caller.checked(name))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("at most 256 characters, all of them printable");
  }

  @Test
  void mayHaveANameThatIsNearlyReserved() {
    assertThat(Caller.checked("scheduler")).isEqualTo("scheduler");
    assertThat(Caller.checked("registry")).isEqualTo("registry");
  }
}
