package dev.reprise.api.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The server answers an invalid submission with its errors, and creates no run. */
class RefusedSubmissionIT {

  private static final Client OPERATOR = new Client("operator");
  private static final String INPUT = "{\"topic\": \"tea\", \"author\": {\"name\": \"Ana\"}}";

  static Stream<Arguments> wrong() {
    return Stream.of(
        arguments("", ProblemType.INVALID_VALUE, "must have a body"),
        arguments("null", ProblemType.INVALID_VALUE, "must have a body"),
        arguments("{\"agent\":\n\"quick\",}", ProblemType.MALFORMED_JSON, "line 2, column"),
        arguments("{\"agent\"", ProblemType.MALFORMED_JSON, "line 1"),
        arguments("{} {}", ProblemType.MALFORMED_JSON, "second value"),
        arguments("{\"a\":".repeat(5000), ProblemType.MALFORMED_JSON, "nested deeper than 900"),
        arguments(
            "{\"input\":" + "{\"a\":".repeat(5000),
            ProblemType.MALFORMED_JSON,
            "nested deeper than 900"),
        arguments("[]", ProblemType.WRONG_TYPE, "must be an object"),
        arguments("\"quick\"", ProblemType.WRONG_TYPE, "must be an object"),
        arguments(
            "{\"agent\":\"quick\",\"agent\":\"slow\"}",
            ProblemType.DUPLICATE_KEY,
            "agent occurs twice"),
        arguments(
            "{\"agent\":\"quick\",\"input\":{\"x\":1,\"x\":2},\"workspace\":\"test\"}",
            ProblemType.DUPLICATE_KEY,
            "x occurs twice"),
        arguments(
            "{\"agent\":\"quick\",\"colour\":1}",
            ProblemType.UNKNOWN_PROPERTY,
            "colour is not known; the allowed members are agent, budget, dedupeKey, durable, input, labels,"
                + " priority, workspace"),
        arguments(
            "{\"agent\":\"quick\",\"budget\":1}",
            ProblemType.WRONG_TYPE,
            "budget must be an object"),
        arguments("{\"agent\":5}", ProblemType.WRONG_TYPE, "agent must be a text"),
        arguments(
            "{\"agent\":\"quick\",\"input\":5,\"workspace\":\"test\"}",
            ProblemType.WRONG_TYPE,
            "input must be an object"),
        arguments("{\"agent\":[\"quick\"]}", ProblemType.WRONG_TYPE, "agent must be a text"),
        arguments("{}", ProblemType.INVALID_VALUE, "2 values"),
        arguments(Client.submission(" ", INPUT, "test"), ProblemType.INVALID_VALUE, "agent"),
        arguments(
            Client.submission("unknown", INPUT, "test"),
            ProblemType.UNKNOWN_AGENT,
            "there are surveyor, "),
        arguments(
            Client.submission("broken", INPUT, "test"), ProblemType.BROKEN_AGENT, "broken.yaml"),
        arguments(
            "{\"agent\":\"quick\",\"input\":%s,\"workspace\":\"test\",\"durable\":false}"
                .formatted(INPUT),
            ProblemType.DURABLE_ONLY,
            "durable runs only (reprise.runs.not-durable)"),
        arguments(
            Client.submission("quick", INPUT, "nowhere"),
            ProblemType.UNKNOWN_WORKSPACE,
            "there are test"),
        arguments(
            Client.submission("quick", INPUT, "test/.."), ProblemType.UNKNOWN_WORKSPACE, "test"),
        arguments(
            Client.submission("quick", INPUT, "test/../../.."),
            ProblemType.UNKNOWN_WORKSPACE,
            "test"),
        arguments(
            Client.submission("quick", INPUT, "test//etc"), ProblemType.UNKNOWN_WORKSPACE, "test"),
        arguments(
            Client.submission("quick", INPUT, "test/\\u0000"),
            ProblemType.INVALID_VALUE,
            "workspace must have neither U+0000 nor an unpaired surrogate"),
        arguments(
            Client.submission("quick", INPUT, "test/none"), ProblemType.UNKNOWN_WORKSPACE, "test"),
        arguments(
            Client.submission("quick", "{\"topic\":null}", "test"),
            ProblemType.MISSING_INPUT,
            "input.topic, input.author.name"),
        arguments(
            Client.submission(
                "quick", "{\"topic\":\"\\ud800\",\"author\":{\"name\":\"x\"}}", "test"),
            ProblemType.INVALID_VALUE,
            "input.topic must have neither U+0000 nor an unpaired surrogate"),
        arguments(
            with("\"labels\":{\"a\":\"x\\ud800y\"}"),
            ProblemType.INVALID_VALUE,
            "labels.a must have neither U+0000 nor an unpaired surrogate"),
        arguments(
            with("\"budget\":{\"usd\":\" \"}"),
            ProblemType.WRONG_TYPE,
            "budget.usd must be a number"));
  }

  private static String with(String member) {
    return "{" + member + "," + Client.submission("quick", INPUT, "test").substring(1);
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void isToldWhatIsWrong(String body, ProblemType type, String detail) {
    int before = OPERATOR.runs();

    var answer = OPERATOR.post("runs", body).isProblem(type);

    assertThat(answer.body().path("detail").asText()).contains(detail);
    assertThat(OPERATOR.runs()).isEqualTo(before);
  }
}
