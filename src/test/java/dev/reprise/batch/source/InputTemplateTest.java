package dev.reprise.batch.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An item fills the input of its run, and stays data. */
class InputTemplateTest {

  private static final int MAX_BYTES = 1_000_000;

  private static final String ITEM =
      """
      {"name": "Ana", "age": 5, "tags": ["a", {"b": true}], "none": null, "braces": "{{key}}"}""";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a": "{{item.name}}"}             | {"a": "Ana"}
          {"a": "{{item.age}}"}              | {"a": 5}
          {"a": "{{item.none}}"}             | {"a": null}
          {"a": ["{{item.tags.1.b}}"]}       | {"a": [true]}
          {"a": "{{key}} of {{item.tags}}"}  | {"a": "k1 of [\\"a\\",{\\"b\\":true}]"}
          {"a": "<{{item.braces}}>"}         | {"a": "<{{key}}>"}
          {"a": 1}                           | {"a": 1}
          """)
  void isFilledFromTheItemAndItsKey(String template, String filled) throws Exception {
    assertThat(new InputTemplate(object(template)).fill("k1", object(ITEM), MAX_BYTES))
        .isEqualTo(Json.read(filled));
  }

  @Test
  void isTheItemItselfByDefault() throws Exception {
    assertThat(InputTemplate.ITEM.fill("k1", object(ITEM), MAX_BYTES)).isEqualTo(Json.read(ITEM));
  }

  @Test
  void namesTheFieldsThatAreMissingAndThoseThatAreThere() {
    var template = new InputTemplate(object("{\"a\": \"{{item.nam}} {{item.tags.7}}\"}"));

    assertThatExceptionOfType(InvalidItemException.class)
        .isThrownBy(() -> template.fill("k1", object(ITEM), MAX_BYTES))
        .withMessage(
            "has no field 'nam', 'tags.7', which the input refers to; it has name, age, tags, none,"
                + " braces");
  }

  @ParameterizedTest
  @ValueSource(strings = {"input.name", "items", "keys", "row.name", "itemname"})
  void refersToNothingElse(String reference) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new InputTemplate(object("{\"a\": \"{{%s}}\"}".formatted(reference))))
        .withMessage(
            "must not refer to {{%s}}; it can refer to item, item.<field> and key", reference);
  }

  @Property
  void neverReadsAValueAsATemplate(@ForAll("hostile") String value) throws Exception {
    ObjectNode item = object("{}").put("value", value).put("other", "OTHER");
    var template = new InputTemplate(object("{\"a\": \"<{{item.value}}>\"}"));

    assertThat(template.fill("k1", item, MAX_BYTES).path("a").textValue())
        .isEqualTo("<" + value + ">");
  }

  @Provide
  Arbitrary<String> hostile() {
    return Arbitraries.of("{{", "}}", "{{item.other}}", "{{secret:x}}", "$1", "\\", "\"", "\n", "ü")
        .list()
        .ofMaxSize(5)
        .map(parts -> String.join("", parts));
  }

  private static ObjectNode object(String text) {
    JsonNode value = Json.read(text);
    return (ObjectNode) value;
  }
}
