package dev.reprise.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalJsonTest {

  @Test
  void sortsMembersAtEveryDepthAndKeepsTheOrderOfLists() {
    assertThat(canonical("{\"b\": [ {\"z\":1,\"a\":null}, 2, 1 ], \"a\": \"ü\\n\\u0000\" }"))
        .isEqualTo("{\"a\":\"ü\\n\\u0000\",\"b\":[{\"a\":null,\"z\":1},2,1]}");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1.0, 1",
    "1.50, 1.5",
    "1e2, 100",
    "100, 100",
    "0.0, 0",
    "-0, 0",
    "1e400, 1E+400",
    "1.5e-9, 1.5E-9",
    "123456789012345678901234567890, 1.2345678901234567890123456789E+29"
  })
  void writesANumberInItsShortestFormAndStaysThere(String number, String expected) {
    assertThat(canonical(number)).isEqualTo(expected);
    assertThat(canonical(expected)).isEqualTo(expected);
  }

  /** Digests over canonical texts are stored, so no text may ever be written in another way. */
  @Test
  void writesEachCharacterOfATextAsTheLibraryDoes() {
    var all = new StringBuilder();
    for (char c = 0; c < Character.MAX_VALUE; c++) {
      all.append(c);
    }
    String name = all.substring(0, 0x80);
    JsonNode value = JsonNodeFactory.instance.objectNode().put(name, all.toString());

    assertThat(CanonicalJson.write(value)).isEqualTo(Json.write(value));
  }

  private static String canonical(String json) {
    return CanonicalJson.write(Json.read(json));
  }
}
