package dev.reprise.queue.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.reprise.agent.message.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureGroupTest {

  @ParameterizedTest
  @CsvSource({
    "'ticket 4711 was refused', 'ticket 4712 was refused'",
    "'run 0198a000-0000-7000-8000-000000000001 ended', 'run 0198a000-0000-7000-8000-000000000002 ended'",
    "'no answer of 10.0.0.1:8080 in 20.5 s', 'no answer of 10.0.0.17:9080 in 7 s'",
    "'digest deadbeefdeadbeef differs', 'digest cafebabecafebabe differs'",
    "'no file page-7.csv', 'no file page-812.csv'"
  })
  void messagesThatDifferInNumbersAndIdsAreOfOneForm(String one, String other) {
    assertThat(form("timeout", one)).isEqualTo(form("timeout", other)).hasSize(16);
  }

  @Test
  void otherWordsAndOtherCodesAreOfOtherForms() {
    assertThat(form("timeout", "ticket 1 was refused"))
        .isNotEqualTo(form("timeout", "ticket 1 was lost"))
        .isNotEqualTo(form("refused", "ticket 1 was refused"));
  }

  @Test
  void aLongMessageTakesNoLongTime() {
    String words = "x".repeat(10_000_000);

    String form = assertTimeout(Duration.ofSeconds(5), () -> form("timeout", words));

    assertThat(form).isEqualTo(form("timeout", words + " and more"));
  }

  @Test
  void aMessageMayBeCutWithinACharacter() {
    assertThat(form("timeout", "x".repeat(999) + "\uD83D\uDE00")).hasSize(16);
  }

  @Test
  void anIdNamesTheGroup() {
    for (Optional<String> phase : List.of(Optional.of("book"), Optional.<String>empty())) {
      var group = new FailureGroup(form("timeout", "late"), phase);
      assertThat(FailureGroup.parse(group.id())).contains(group);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "timeout",
        "0123456789abcde",
        "0123456789abcdeF",
        "0123456789abcdef:",
        "0123456789abcdef:'"
      })
  void otherWordsAreNoId(String id) {
    assertThat(FailureGroup.parse(id)).isEmpty();
  }

  private static String form(String code, String message) {
    return FailureGroup.formOf(new Failure(code, message));
  }
}
