package dev.reprise.run.approval;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PersonTest {

  @ParameterizedTest
  @CsvSource({"bo, BO", "bo, ' bo '", "bo, ｂｏ", "straße, STRASSE", "σίσυφος, ΣΊΣΥΦΟΣ"})
  void isOneUnderEachSpelling(String one, String other) {
    assertThat(new Person(one).is(other)).isTrue();
    assertThat(new Person(other).is(one)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"bo, bob", "bo, bo@beta", "ana, anä"})
  void isAnotherUnderAnotherName(String one, String other) {
    assertThat(new Person(one).is(other)).isFalse();
  }

  @Test
  void isNoApiKey() {
    assertThat(new Person("api-key:nightly").apiKey()).contains("nightly");
    assertThat(new Person("ana").apiKey()).isEmpty();
    assertThat(new Person("schedule nightly").apiKey()).isEmpty();
  }
}
