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
        " API-Key:x"
      })
  void cannotHaveANameThatStandsForNoPerson(String name) {
    assertThatThrownBy(() -> Caller.checked(name))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("must not be named 'test profile'");
  }
}
