package dev.reprise.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A time is the same in a query and in a body. */
class RequestTimeTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+10000-01-01T00:00:00Z",
        "+999999999-12-31T23:59:59.999999999Z",
        "0000-12-31T23:59:59Z",
        "-999999999-01-01T00:00:00Z",
        "now",
        ""
      })
  void refusesATimeThatDatabasesDoNotKnow(String text) {
    ProblemException told =
        assertThrows(
            ProblemException.class,
            () -> QueryParameters.instant("createdAfter", text, Instant.EPOCH));
    var values = new FieldReader();

    assertThat(told.type()).isEqualTo(ProblemType.INVALID_PARAMETER);
    assertThat(told.detail())
        .isEqualTo(
            "createdAfter must be a time such as 2030-01-31T08:00:00Z, of the years 0001 to 9999");
    assertThat(values.instant("at", text)).isEmpty();
    assertThat(values.isWrong("at")).isTrue();
  }

  @Test
  void readsTheFirstAndTheLastTime() {
    var values = new FieldReader();

    for (String text : new String[] {"0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z"}) {
      assertThat(QueryParameters.instant("createdAfter", text, Instant.EPOCH))
          .isEqualTo(Instant.parse(text));
      assertThat(values.instant("at", text)).contains(Instant.parse(text));
    }
  }
}
