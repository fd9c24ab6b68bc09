package dev.reprise.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is one line, and what is said of what is not. */
class OneLineTest {

  private record Note(@Nullable @OneLine String reason, @Nullable @OneLine(max = 3) String mark) {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' |",
        "it leaks |",
        "'two\nlines' | must be one line of text",
        "'a\tb' | must be one line of text",
      })
  void hasNoCharacterThatControlsATerminal(String text, @Nullable String rule) {
    assertThat(said(new Note(text, null))).isEqualTo(rule);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 3, ",
    "1001, 3, must have at most 1000 characters",
    "1, 4, must have at most 3 characters"
  })
  void isOfBoundedLength(int reason, int mark, @Nullable String rule) {
    assertThat(said(new Note("x".repeat(reason), "x".repeat(mark)))).isEqualTo(rule);
  }

  /** Returns what is wrong; null if nothing is. */
  private static @Nullable String said(Note note) {
    try (var factory = Validation.buildDefaultValidatorFactory()) {
      Validator validator = factory.getValidator();
      return validator.validate(note).stream()
          .map(ConstraintViolation::getMessage)
          .reduce((one, other) -> one + ", " + other)
          .orElse(null);
    }
  }
}
