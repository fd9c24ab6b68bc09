package dev.reprise.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LenientJsonTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "\"a \\u0000 text\"",
        "[1,1.50,1e3,12345678901,123456789012345678901234567890]",
        "{\"a\":{\"b\":[]},\"c\":{}}"
      })
  void readsWhatTheStrictReaderReads(String json) {
    assertThat(LenientJson.read(json)).isEqualTo(Json.read(json));
  }

  @Test
  void namesANumberThatIsTooLong() {
    assertThat(LenientJson.read("{\"a\":1e5000,\"b\":2}").toString())
        .isEqualTo(
            "{\"a\":\"[a number of more than 1,000 digits, written in 6 characters, was left out]\",\"b\":2}");
  }

  @Test
  void namesAValueThatIsNestedTooDeep() {
    JsonNode read = LenientJson.read("[%s%s,7]".formatted("[".repeat(50_000), "]".repeat(50_000)));

    assertThat(read.get(1).intValue()).isEqualTo(7);
    assertThat(read.get(0).toString())
        .contains("[a list of 98,202 characters, nested deeper than 900 levels, was left out]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[1", "nonsense", "\"open"})
  void refusesWhatIsNotJson(String text) {
    assertThatThrownBy(() -> LenientJson.read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not JSON: ");
  }
}
