package dev.reprise.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.batch.SourceRequest;
import dev.reprise.api.killswitch.KillSwitchRequest;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies are read strictly, and who sends a wrong one is told which member must be what. */
class ApiJsonTest {

  enum Mode {
    FAST,
    SAFE
  }

  record Part(@Nullable BigDecimal amount) {}

  record Body(
      @Nullable BigDecimal amount,
      @Nullable Double ratio,
      @Nullable Integer count,
      @Nullable Long sum,
      @Nullable Boolean flag,
      @Nullable Mode mode,
      @Nullable UUID id,
      @Nullable URI link,
      @Nullable Instant at,
      @Nullable String text,
      @Nullable Part part,
      @Nullable List<Part> parts,
      @Nullable Map<String, String> labels,
      @Nullable JsonNode input) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0001-01-01T00:00:00Z",
        "2030-01-31T08:00:00Z",
        "2030-01-31T08:00:00.5+01:00",
        "9999-12-31T23:59:59.999999999Z"
      })
  void readsATime(String text) throws Exception {
    assertThat(read("{\"at\": \"%s\"}".formatted(text)).at()).isEqualTo(Instant.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"+10000-01-01T00:00:00Z\"",
        "\"+999999999-12-31T23:59:59.999999999Z\"",
        "\"9999-12-31T23:59:59-01:00\"",
        "\"0000-12-31T23:59:59Z\"",
        "\"-999999999-01-01T00:00:00Z\"",
        "\"tomorrow\"",
        "\"1700000000\"",
        "1700000000",
        "\"\"",
        "\" \""
      })
  void refusesATimeThatDatabasesDoNotKnow(String time) {
    ProblemException told = refusal("{\"at\": %s}".formatted(time));

    assertThat(told.type()).isEqualTo(ProblemType.WRONG_TYPE);
    assertThat(told.detail())
        .isEqualTo("at must be a time such as 2030-01-31T08:00:00Z, of the years 0001 to 9999");
  }

  @ParameterizedTest
  @CsvSource({
    "amount, a number",
    "ratio, a number",
    "count, a whole number",
    "sum, a whole number",
    "flag, true or false",
    "mode, 'one of FAST, SAFE'",
    "id, a UUID such as 123e4567-e89b-12d3-a456-426614174000",
    "link, a URI such as https://example.org/",
    "part, an object",
    "parts, a list",
    "labels, an object",
  })
  void refusesABlankTextForAnotherValue(String member, String allowed) {
    for (String blank : List.of("", " ", "\\t")) {
      ProblemException told = refusal("{\"%s\": \"%s\"}".formatted(member, blank));

      assertThat(told.type()).isEqualTo(ProblemType.WRONG_TYPE);
      assertThat(told.detail()).isEqualTo("%s must be %s".formatted(member, allowed));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "\"0\"", "\"fast\"", "true"})
  void takesOnlyTheWordForAConstant(String mode) {
    assertThat(refusal("{\"mode\": %s}".formatted(mode)).detail())
        .isEqualTo("mode must be one of FAST, SAFE");
  }

  @Test
  void saysWhichWordsThereAre() {
    assertThat(refusal(SourceRequest.class, "{\"file\": {\"format\": \"xlsx\"}}").detail())
        .isEqualTo("file.format must be one of jsonl, csv");
    assertThat(refusal(KillSwitchRequest.class, "{\"kind\": \"toool\"}").detail())
        .startsWith("kind must be one of ");
  }

  @Test
  void readsBlankTextsWhereTextsAre() throws Exception {
    assertThat(read("{\"text\": \" \", \"labels\": {\"a\": \"\"}, \"input\": \"\"}"))
        .satisfies(
            body -> {
              assertThat(body.text()).isEqualTo(" ");
              assertThat(body.labels()).containsEntry("a", "");
              assertThat(body.input()).hasToString("\"\"");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'text': 'x\\ud800y'}               | text",
        "{'text': '\\udc00\\ud800'}          | text",
        "{'labels': {'a': 'x\\ud800'}}       | labels.a",
        "{'labels': {'x\\ud800y': ''}}       | labels",
        "{'input': {'a': [1, {'b': '\\udfff'}]}} | input.a[1].b",
        "{'input': ['\\ud800']}              | input[0]",
        "{'input': '\\ud800'}                | input",
        "{'\\ud800': 1}                      | the body",
        "{'text': 'x\\ud800y', 'input': {}}  | text",
        "{'text': 'x\\u0000'}                | text",
        "{'input': {'a\\u0000': 1}}           | input",
      })
  void refusesTextThatCannotBeStoredWhereverItIs(String body, String place) {
    ProblemException told = refusal(body.replace('\'', '"'));

    assertThat(told.type()).isEqualTo(ProblemType.INVALID_VALUE);
    assertThat(told.detail())
        .isEqualTo(place + " must have neither U+0000 nor an unpaired surrogate");
  }

  @Test
  void refusesHalfOfASurrogatePairInBytes() {
    byte[] body = "{\"text\": \"???\"}".getBytes(StandardCharsets.UTF_8);
    body[10] = (byte) 0xED;
    body[11] = (byte) 0xA0;
    body[12] = (byte) 0x80;

    var fault =
        assertThrows(
            JsonProcessingException.class, () -> ApiJson.mapper().readValue(body, Body.class));

    assertThat(JsonErrorDescription.of(fault).type()).isEqualTo(ProblemType.MALFORMED_JSON);
  }

  @Test
  void readsPairsOfSurrogates() throws Exception {
    assertThat(read("{\"text\": \"\\ud83d\\ude00 \uD83D\uDE00\"}").text())
        .isEqualTo("\uD83D\uDE00 \uD83D\uDE00");
  }

  private static Body read(String body) throws JsonProcessingException {
    return ApiJson.mapper().readValue(body, Body.class);
  }

  private static ProblemException refusal(String body) {
    return refusal(Body.class, body);
  }

  private static ProblemException refusal(Class<?> type, String body) {
    return JsonErrorDescription.of(
        assertThrows(JsonProcessingException.class, () -> ApiJson.mapper().readValue(body, type)));
  }
}
