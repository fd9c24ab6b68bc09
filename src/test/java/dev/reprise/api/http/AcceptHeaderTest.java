package dev.reprise.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which types a client accepts, and which of two it prefers. */
class AcceptHeaderTest {

  private static final String JSON = "application/json";
  private static final String STREAM = "text/event-stream";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/event-stream",
        "TEXT/Event-Stream",
        "application/json;q=0.1, text/event-stream",
        "text/event-stream, application/json",
        "text/event-stream, */*",
        "text/event-stream;q=0.5, */*;q=0.1",
        "application/json;q=0, text/event-stream;q=0.2"
      })
  void aStreamIsPreferred(String header) {
    assertThat(AcceptHeader.of(header).prefers(STREAM, JSON)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*/*",
        "text/*",
        "application/json",
        "text/event-stream;q=0",
        "text/event-stream; Q=0.0, */*;q=0",
        "application/json, text/event-stream",
        "*/*, text/event-stream",
        "text/event-stream;q=0.5, */*",
        "text/event-stream;q=.2, application/json;q=0.3"
      })
  void aStreamIsNotPreferred(String header) {
    assertThat(AcceptHeader.of(header).prefers(STREAM, JSON)).isFalse();
  }

  @Test
  void theMostPreciseRangeCounts() {
    AcceptHeader header = AcceptHeader.of("*/*, text/*;q=0, text/plain;charset=utf-8;q=0.1");

    assertThat(header.accepts(JSON)).isTrue();
    assertThat(header.accepts(STREAM)).isFalse();
    assertThat(header.accepts("text/plain")).isTrue();
  }

  @Test
  void aLoneAsteriskIsEachType() {
    assertThat(AcceptHeader.of("text/html, *; q=.2, */*; q=.2").accepts(JSON)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "garbage",
        "text/",
        "/json",
        "a/b/c",
        "a b/c",
        "a/b c",
        "a/b;q=much",
        "a/b;q=5",
        "a/b;q=1.1",
        "a/b, , c/d",
        "a/b;v=\"",
        "a/b;v=\"x,y\""
      })
  void whatIsNoListOfTypesIsRefused(String header) {
    assertThatThrownBy(() -> AcceptHeader.of(header))
        .isInstanceOfSatisfying(
            ProblemException.class,
            it -> assertThat(it.type()).isEqualTo(ProblemType.INVALID_PARAMETER));
  }
}
