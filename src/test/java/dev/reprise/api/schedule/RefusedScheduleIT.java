package dev.reprise.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.fixture.Timetable;
import dev.reprise.api.http.ProblemType;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A wrong schedule is told all that is wrong with it, and is not made. */
class RefusedScheduleIT {

  private static final Client OPERATOR = new Client("operator");

  static Stream<Arguments> wrong() {
    return Stream.of(
        arguments("", ProblemType.INVALID_VALUE, "must have a body"),
        arguments("[]", ProblemType.WRONG_TYPE, "must be an object"),
        arguments(
            with("\"jitter\": \"PT1S\""),
            ProblemType.UNKNOWN_PROPERTY,
            "jitter is not known; the allowed members are agent, at, cooldown, cron, dayUsd, every, from, grace,"
                + " input, maxActive, maxAttempts, missed, name, overlap, paused, payload, priority,"
                + " retryDelay, spread, workspace, zone"),
        arguments(with("\"cron\": \"0 3 1 1 *\""), ProblemType.DUPLICATE_KEY, "cron occurs twice"),
        arguments(with("\"zone\": 5"), ProblemType.WRONG_TYPE, "zone must be a text"),
        arguments(with("\"payload\": []"), ProblemType.WRONG_TYPE, "payload must be an object"),
        arguments(
            with("\"maxActive\": 1.5"), ProblemType.WRONG_TYPE, "maxActive must be a whole number"),
        arguments(
            with("\"maxActive\": \"1\""),
            ProblemType.WRONG_TYPE,
            "maxActive must be a whole number"),
        arguments(
            with("\"maxActive\": 99999999999"),
            ProblemType.WRONG_TYPE,
            "maxActive must be a whole number"),
        invalid("{}", "4 values are not allowed"),
        invalid(replaced("wrong", "Wrong"), "name must be 1 to 63 lower-case letters"),
        invalid(replaced("wrong", "a/b"), "name must be 1 to 63 lower-case letters"),
        invalid(replaced("wrong", "a".repeat(64)), "name must be 1 to 63 lower-case letters"),
        invalid(replaced("quick", "unknown"), "agent must be the name of an agent; there are"),
        invalid(replaced("quick", "broken"), "agent is not usable: Agent 'broken' cannot run"),
        invalid(replaced("test", "nowhere"), "workspace must be a workspace of this server"),
        invalid(replaced("\"cron\"", "\"at\""), "at must be a time such as 2030-01-31T08:00:00Z"),
        invalid(
            with("\"every\": \"PT1H\""),
            "Exactly one of cron, every and at must be present; there are 2"),
        invalid(cron("0 3 * *"), "cron is not valid: a cron expression has 5 fields"),
        invalid(
            cron("60 3 * * *"), "cron is not valid: minute '60' of '60 3 * * *' is not 0 to 59"),
        invalid(
            cron("0 0 30 2 *"), "cron is not valid: cron expression '0 0 30 2 *' never matches"),
        invalid(with("\"zone\": \"Mars\""), "zone is not valid: zone 'Mars' is neither a region"),
        invalid(with("\"zone\": \"+02:00\""), "zone is not valid"),
        invalid(
            with("\"from\": \"2026-01-01T00:00:00Z\""),
            "from must be absent unless every is present"),
        invalid(
            when("\"every\": \"PT0S\""),
            "every must be a duration in whole seconds from PT1S to P366D"),
        invalid(when("\"every\": \"PT1.5S\""), "every must be a duration in whole seconds"),
        invalid(when("\"every\": \"1h\""), "every must be a duration in whole seconds"),
        invalid(
            when("\"every\": \"PT1H\", \"zone\": \"UTC\""),
            "zone must be absent unless cron is present"),
        invalid(
            when("\"every\": \"PT1H\", \"from\": \"1960-01-01T00:00:00Z\""),
            "from is not valid: from"),
        invalid(when("\"at\": \"2020-01-01T00:00:00Z\""), "at must name a time after"),
        invalid(
            when("\"at\": \"+99999-01-01T00:00:00Z\""),
            "at must be a time such as 2030-01-31T08:00:00Z, of the years 0001 to 9999"),
        invalid(
            with("\"cooldown\": \"PT721H\""),
            "cooldown must be a duration in whole seconds from PT0S to P30D"),
        invalid(with("\"cooldown\": \"-PT1S\""), "cooldown must be a duration"),
        invalid(
            with("\"overlap\": \"SKIP\""), "overlap must be one of skip, queue, allow, replace"),
        invalid(with("\"missed\": \"never\""), "missed must be one of skip, once, all"),
        invalid(
            with("\"grace\": \"P367D\""),
            "grace must be a duration in whole seconds from PT0S to P366D"),
        invalid(
            with("\"spread\": \"P2D\""),
            "spread must be a duration in whole seconds from PT0S to P1D"),
        invalid(with("\"maxActive\": 0"), "maxActive must be a whole number from 1 to 100"),
        invalid(with("\"maxAttempts\": 21"), "maxAttempts must be a whole number from 1 to 20"),
        invalid(
            with("\"retryDelay\": \"PT0S\""),
            "retryDelay must be a duration in whole seconds from PT1S to PT1H"),
        invalid(
            with("\"dayUsd\": 0.0000001"),
            "dayUsd must be an amount from 0 to 1000000 with at most six decimal places"),
        invalid(with("\"priority\": -10"), "priority must be a whole number from -9 to 9"),
        invalid(
            replaced("\"tea\"", "\"{{payload.topic}}\""),
            "input must not refer to {{payload.topic}}; it can refer to"),
        invalid(
            replaced("\"tea\"", "\"{{payload.topic\""),
            "input must be a template: '{{payload.topic"),
        invalid(
            replaced("\"topic\"", "\"theme\""),
            "input.topic is missing; the agent's prompts refer to it"),
        arguments(
            replaced("tea", "\\ud800"),
            ProblemType.INVALID_VALUE,
            "input.topic must have neither U+0000 nor an unpaired surrogate"),
        arguments(with("\"dayUsd\": \" \""), ProblemType.WRONG_TYPE, "dayUsd must be a number"),
        invalid(
            replaced("quick", "unknown")
                .replace("\"test\"", "\"nowhere\"")
                .replace("0 3 1 1 *", "x"),
            "3 values are not allowed"));
  }

  private static Arguments invalid(String body, String detail) {
    return arguments(body, ProblemType.INVALID_SCHEDULE, detail);
  }

  private static String with(String member) {
    return Timetable.yearly("wrong", member);
  }

  private static String replaced(String part, String other) {
    return Timetable.yearly("wrong").replace(part, other);
  }

  private static String cron(String expression) {
    return replaced("0 3 1 1 *", expression);
  }

  private static String when(String members) {
    return replaced("\"cron\": \"0 3 1 1 *\"", members);
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void isToldWhatIsWrong(String body, ProblemType type, String detail) {
    var answer = OPERATOR.post("schedules", body).isProblem(type);

    assertThat(answer.body().path("detail").asText()).contains(detail);
    OPERATOR.get("schedules/wrong").isProblem(ProblemType.NOT_FOUND);
    OPERATOR.post("schedules:preview", body).isProblem(type);
  }
}
