package dev.reprise.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.reprise.api.http.ApiJson;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.FieldReader;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.schedule.ScheduleDefinition;
import dev.reprise.schedule.policy.SchedulePolicy;
import dev.reprise.schedule.recurrence.Recurrence;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every member of a schedule is read, and an absent one has its default. */
class ScheduleRequestParserTest {

  private static final Instant NOW = Instant.parse("2030-01-31T08:00:00.5Z");
  private static final String EVERY =
      "{\"name\": \"s\", \"agent\": \"a\", \"workspace\": \"w\", \"every\": \"PT6H\"}";

  @Test
  void hasItsDefaults() {
    ScheduleDefinition read =
        read("{\"name\": \"s\", \"agent\": \"a\", \"workspace\": \"w\", \"cron\": \"0 3 * * *\"}");

    assertThat(read.policies()).isEqualTo(SchedulePolicy.DEFAULT);
    assertThat(read.policies().cooldown()).isEqualTo(Duration.ofMinutes(5));
    assertThat(read.policies().maxActive()).isEqualTo(5);
    assertThat(read.recurrence()).isEqualTo(Recurrence.cron("0 3 * * *", "UTC"));
    assertThat(read.input().text()).isEqualTo("{}");
    assertThat(read.payload().text()).isEqualTo("{}");
  }

  @Test
  void isShownAsItWasWrittenAndCanBeReadAgain() {
    String text =
        """
        {"name": "s", "agent": "a", "workspace": "w/x", "input": {"b": 1, "a": "{{payload.p}}"},
         "payload": {"p": [true]}, "cron": "*/5 8-18 * * MON-FRI", "zone": "Europe/Berlin",
         "cooldown": "PT10M", "overlap": "replace", "missed": "all", "grace": "P1D", "spread": "PT0S",
         "maxActive": 7, "maxAttempts": 1, "retryDelay": "PT1H", "priority": -9,
         "dayUsd": 10.50}""";

    ScheduleDefinition read = read(text);
    ScheduleRequest shown = ScheduleRequest.of(read);

    assertThat(ApiJson.mapper().valueToTree(shown).toString())
        .contains(
            "\"cron\":\"*/5 8-18 * * MON-FRI\",\"zone\":\"Europe/Berlin\",\"cooldown\":\"PT10M\"")
        .contains("\"overlap\":\"replace\",\"missed\":\"all\",\"grace\":\"PT24H\"")
        .contains("\"dayUsd\":10.5")
        .doesNotContain("every", "null");
    assertThat(definition(shown, Optional.of(read))).isEqualTo(read);
    assertThat(((Recurrence.Cron) read.recurrence()).zone()).isEqualTo(ZoneId.of("Europe/Berlin"));
  }

  @Test
  void keepsItsDueTimesIfTheIntervalStaysTheSame() {
    ScheduleDefinition before = read(EVERY.replace("}", ", \"from\": \"2030-01-01T01:00:00Z\"}"));

    assertThat(read(EVERY).recurrence())
        .isEqualTo(
            new Recurrence.Every(Duration.ofHours(6), Instant.parse("2030-01-31T08:00:00Z")));
    assertThat(definition(request(EVERY), Optional.of(before)).recurrence())
        .isEqualTo(before.recurrence());
    assertThat(definition(request(EVERY.replace("6", "7")), Optional.of(before)).recurrence())
        .isEqualTo(
            new Recurrence.Every(Duration.ofHours(7), Instant.parse("2030-01-31T08:00:00Z")));
  }

  @Test
  void isNotMovedToAnotherZoneByWhatIsLeftOut() {
    String berlin =
        EVERY.replaceFirst(
            "\"every\": *\"[^\"]*\"", "\"cron\": \"0 7 * * *\", \"zone\": \"Europe/Berlin\"");
    Optional<ScheduleDefinition> before = Optional.of(read(berlin));
    ScheduleRequest without = request(berlin.replace(", \"zone\": \"Europe/Berlin\"", ""));

    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> definition(without, before))
        .withMessageContaining(
            "zone must be present, for example UTC: the schedule is in Europe/Berlin");
    assertThat(definition(without, Optional.empty()).recurrence()).isNotNull();
  }

  @Test
  void keepsItsName() {
    ScheduleDefinition before = read(EVERY);

    assertThat(
            definition(request(EVERY.replace("\"name\": \"s\", ", "")), Optional.of(before)).name())
        .isEqualTo("s");
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> definition(request(EVERY.replace("\"s\"", "\"t\"")), Optional.of(before)))
        .withMessageContaining("name must be 's' or absent");
  }

  @Test
  void reportsAllErrorsAtOnce() {
    String wrong =
        """
        {"name": "S", "workspace": " ", "input": {"a": "{{unknown}}"}, "cron": "61 * * * *",
         "zone": "Mars", "from": "x", "cooldown": "PT0.5S", "overlap": "never", "maxActive": 0,
         "retryDelay": "PT2H", "priority": 10, "dayUsd": -1}""";

    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> read(wrong))
        .satisfies(
            refusal ->
                assertThat(refusal.errors())
                    .extracting(FieldError::path)
                    .containsExactly(
                        "name",
                        "agent",
                        "workspace",
                        "input",
                        "from",
                        "zone",
                        "cron",
                        "cooldown",
                        "overlap",
                        "maxActive",
                        "retryDelay",
                        "priority",
                        "dayUsd"));
  }

  @Test
  void limitsReferencesAndSizes() {
    String many = "{{schedule.name}}".repeat(101);
    String large = "x".repeat(64 * 1024);

    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> read(EVERY.replace("}", ", \"input\": {\"a\": \"" + many + "\"}}")))
        .withMessageContaining("input must have at most 100 references");
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> read(EVERY.replace("}", ", \"payload\": {\"a\": \"" + large + "\"}}")))
        .withMessageContaining("payload must have at most 65,536 bytes as JSON, but has 65,544");
  }

  private static ScheduleDefinition read(String text) {
    return definition(request(text), Optional.empty());
  }

  private static ScheduleDefinition definition(
      ScheduleRequest request, Optional<ScheduleDefinition> present) {
    var values = new FieldReader();
    ScheduleDefinition read =
        new ScheduleRequestParser(request, present, NOW, SchedulePolicy.DEFAULT, values)
            .definition();
    values.check(ProblemType.INVALID_SCHEDULE);
    return read;
  }

  private static ScheduleRequest request(String text) {
    try {
      return ApiJson.mapper().readValue(text, ScheduleRequest.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
