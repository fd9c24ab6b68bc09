package dev.reprise.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathTest {

  private static final String VALUE =
      """
      {"a": {"b": 1, "c d": [10, {"b": 2}, [3]]}, "b": {"b": {"b": 4}}, "n": null, "0": "zero"}\
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          $.a.b            | true  | 1
          $['a']["c d"][0] | true  | 10
          $.a['c d'][2]    | true  | [3]
          $['0']           | true  | "zero"
          $[0]             | true  | -
          $.n              | true  | null
          $.n.x            | true  | -
          $.a.b.c          | true  | -
          $.a['c d'][9]    | true  | -
          $.a.*            | false | 1 [10,{"b":2},[3]]
          $.a['c d'][*]    | false | 10 {"b":2} [3]
          $.a['c d'].*     | false | 10 {"b":2} [3]
          $..b             | false | 1 2 {"b":{"b":4}} {"b":4} 4
          $.b..b           | false | {"b":4} 4
          $..b..b          | false | {"b":4} 4
          $..[0]           | false | 10 3
          $.x..*           | false | -
          """)
  void selectsEachPlaceOnceInItsOrder(String path, boolean isDefinite, String found) {
    JsonPath read = JsonPath.of(path);

    assertThat(read.isDefinite()).isEqualTo(isDefinite);
    assertThat(
            read.select(Json.read(VALUE)).stream()
                .map(Json::write)
                .collect(Collectors.joining(" ")))
        .isEqualTo(found.replace("-", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "$", "a", "$.", "$.a b", "$[a]", "$[?(@.a)]", "$[0:2]", "$[-1]"})
  void refusesTextsThatAreNotPaths(String path) {
    assertThatThrownBy(() -> JsonPath.of(path)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void takesNoLongerForManyStepsOfAnyDepth() {
    JsonNode deep = Json.read("[".repeat(800) + "]".repeat(800));

    assertThat(JsonPath.of("$" + "..*".repeat(30)).select(deep)).hasSize(770);
  }
}
