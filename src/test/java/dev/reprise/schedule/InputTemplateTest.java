package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.codec.InputTooLargeException;
import dev.reprise.platform.Json;
import dev.reprise.schedule.policy.SchedulePolicy;
import dev.reprise.schedule.recurrence.Recurrence;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The input of a schedule's runs is filled once, and only what is referred to changes. */
class InputTemplateTest {

  private static final Instant DUE = Instant.parse("2030-01-31T08:00:00Z");
  private static final UUID FIRING = UUID.fromString("6f1e9d1c-8a36-4c0e-9d0e-0d9d7f5f4a11");
  private static final String PAYLOAD =
      """
      {"team": "tea", "limit": 5, "deep": {"list": [{"name": "Ana"}, true]}, "nothing": null,
       "braces": "{{schedule.name}}"}""";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a": "{{schedule.name}}"}                  | {"a": "nightly"}
          {"a": "{{ schedule.due }}"}                 | {"a": "2030-01-31T08:00:00Z"}
          {"a": "{{schedule.firing}}"}                | {"a": "6f1e9d1c-8a36-4c0e-9d0e-0d9d7f5f4a11"}
          {"a": "{{payload.team}}"}                   | {"a": "tea"}
          {"a": "{{payload.limit}}"}                  | {"a": 5}
          {"a": "{{payload.nothing}}"}                | {"a": null}
          {"a": "{{payload.deep}}"}                   | {"a": {"list": [{"name": "Ana"}, true]}}
          {"a": "{{payload.deep.list.0.name}}"}       | {"a": "Ana"}
          {"a": "at most {{payload.limit}}, by {{payload.team}}"} | {"a": "at most 5, by tea"}
          {"a": "all: {{payload.deep}}"}              | {"a": "all: {\\"list\\":[{\\"name\\":\\"Ana\\"},true]}"}
          {"a": ["{{payload.team}}", {"b": "{{payload.limit}}"}]} | {"a": ["tea", {"b": 5}]}
          {"a": "{{payload.braces}}"}                 | {"a": "{{schedule.name}}"}
          {"a": "<{{payload.braces}}>"}               | {"a": "<{{schedule.name}}>"}
          {"{{payload.team}}": 1}                     | {"{{payload.team}}": 1}
          {"a": "}} {"}                               | {"a": "}} {"}
          """)
  void isFilledFromTheFiringAndThePayload(String template, String filled) {
    assertThat(fill(template, PAYLOAD)).isEqualTo(Json.read(filled));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a": "{{payload.unknown}}"}              | payload.unknown
          {"a": "{{payload.deep.list.2}}"}          | payload.deep.list.2
          {"a": "{{payload.team.name}}"}            | payload.team.name
          {"a": "{{payload.deep.list.name}}"}       | payload.deep.list.name
          {"a": "{{schedule.tenant}}"}              | schedule.tenant
          {"a": "{{input.topic}}"}                  | input.topic
          {"a": ["x{{other}}", "{{other}}"]}        | other
          """)
  void reportsReferencesWithoutAValue(String template, String reference) {
    var input = new InputTemplate(new JsonValue(template));

    assertThat(input.unknown(new JsonValue(PAYLOAD))).containsExactly(reference);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> fill(template, PAYLOAD))
        .withMessageContaining("{{" + reference + "}}");
  }

  @Test
  void reportsNoReferenceThatCanBeFilled() {
    var input =
        new InputTemplate(
            new JsonValue(
                "{\"a\": \"{{schedule.name}} {{schedule.due}} {{schedule.firing}} {{payload.deep.list.1}} {{payload}}\"}"));

    assertThat(input.unknown(new JsonValue(PAYLOAD))).isEmpty();
  }

  @Test
  void endsOnceWhatItRefersToIsTooLarge() {
    String payload = "{\"a\": \"%s\"}".formatted("x".repeat(60_000));

    for (String template :
        List.of(
            "{\"k\": \"%s\"}".formatted("{{payload.a}}".repeat(100)),
            "{\"k\": [%s0]}".formatted("\"{{payload}}\", ".repeat(100)))) {
      assertThatExceptionOfType(InputTooLargeException.class)
          .isThrownBy(() -> fill(template, payload))
          .withMessage("it has more than 1,048,576 bytes with all that it refers to");
    }
  }

  @Test
  void refusesAReferenceThatIsNotClosed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new InputTemplate(new JsonValue("{\"a\": [\"{{payload.team\"]}")))
        .withMessageContaining("is not closed");
  }

  @Property
  void withoutReferencesIsUnchanged(@ForAll("trees") JsonNode tree) {
    String template = Json.write(object("tree", tree)).replaceAll("\\{(?=\\{)", "{ ");

    assertThat(fill(template, "{}")).isEqualTo(Json.read(template));
  }

  @Property
  void neverExpandsFilledInValues(@ForAll("trees") JsonNode value) {
    String payload = Json.write(object("value", value));

    JsonNode lone = fill("{\"a\": \"{{payload.value}}\"}", payload);
    JsonNode within = fill("{\"a\": \"<{{payload.value}}>\"}", payload);

    assertThat(lone.path("a")).isEqualTo(value);
    String text = value.isTextual() ? value.textValue() : Json.write(value);
    assertThat(within.path("a").textValue()).isEqualTo("<" + text + ">");
  }

  @Provide
  Arbitrary<JsonNode> trees() {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    Arbitrary<String> texts =
        Arbitraries.of(
                "{{", "}}", "{{schedule.name}}", "{{payload.value}}", "$1", "\\", "\"", "ü", "a")
            .list()
            .ofMaxSize(4)
            .map(parts -> String.join("", parts));
    Arbitrary<JsonNode> leaves =
        Arbitraries.oneOf(
            texts.map(nodes::textNode),
            Arbitraries.integers().map(nodes::numberNode),
            Arbitraries.of(true, false).map(nodes::booleanNode),
            Arbitraries.create(nodes::nullNode));
    return Arbitraries.recursive(
        () -> leaves,
        inner ->
            Arbitraries.oneOf(
                inner.list().ofMaxSize(3).map(list -> nodes.arrayNode().addAll(list)),
                Arbitraries.maps(texts, inner).ofMaxSize(3).map(InputTemplateTest::objectOf)),
        0,
        3);
  }

  private static JsonNode objectOf(Map<String, JsonNode> members) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.setAll(members);
    return object;
  }

  private static ObjectNode object(String name, JsonNode value) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.set(name, value);
    return object;
  }

  private static JsonNode fill(String template, String payload) {
    var input = new JsonValue(template);
    var definition =
        new ScheduleDefinition(
            "nightly",
            "quick",
            "test",
            input,
            new JsonValue(payload),
            new Recurrence.Once(DUE),
            SchedulePolicy.DEFAULT);
    var schedule =
        new Schedule(
            FIRING,
            "acme",
            definition,
            ScheduleStatus.ACTIVE,
            ScheduleProgress.beginning(Optional.of(DUE)),
            ScheduleChange.first("ana", Optional.empty(), DUE));
    Firing firing = Firing.requested(FIRING, schedule, DUE, "ana");
    return Json.read(new InputTemplate(input).fill(schedule, firing).text());
  }
}
