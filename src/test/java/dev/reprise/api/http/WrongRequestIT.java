package dev.reprise.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.api.fixture.Client;
import dev.reprise.server.TestServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What HTTP itself can get wrong is answered with a problem as well. */
class WrongRequestIT {

  private static final Client OPERATOR = new Client("operator");
  private static final int TWO_MEGABYTES = 2 * 1024 * 1024;

  @Test
  void anAnnouncedBodyOfTwoMegabytesIsTooLarge() {
    OPERATOR
        .post("runs", "application/json", BodyPublishers.ofByteArray(blanks()))
        .isProblem(ProblemType.BODY_TOO_LARGE);
  }

  @Test
  void aBodyOfTwoMegabytesInChunksIsTooLarge() {
    OPERATOR
        .post(
            "runs",
            "application/json",
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(blanks())))
        .isProblem(ProblemType.BODY_TOO_LARGE);
  }

  private static byte[] blanks() {
    return " ".repeat(TWO_MEGABYTES).getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void anotherTypeOfBodyIsNotUnderstood() {
    OPERATOR
        .post("runs", "text/csv", BodyPublishers.ofString("a,b"))
        .isProblem(ProblemType.UNSUPPORTED_MEDIA_TYPE);
  }

  @Test
  void anotherTypeOfAnswerDoesNotExist() {
    Client.send(OPERATOR.request("runs").header("Accept", "image/png"))
        .isProblem(ProblemType.NOT_ACCEPTABLE);
  }

  @Test
  void anotherMethodIsNotKnown() {
    var answer =
        Client.send(OPERATOR.request("runs").DELETE()).isProblem(ProblemType.METHOD_NOT_ALLOWED);

    assertThat(answer.header("Allow")).contains("GET", "POST");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing", "runs/5", "runs/5/events", "agents/unknown"})
  void whatIsNotThereIsNotFound(String path) {
    OPERATOR.get(path).isProblem(ProblemType.NOT_FOUND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"runs?q=%00", "approvals?submittedBy=a%00", "audit?user=%00b"})
  void aZeroInTheQueryIsRefused(String path) {
    new Client("admin").get(path).isProblem(ProblemType.INVALID_PARAMETER);
  }

  @Test
  void aRunThatDoesNotExistIsNotFound() {
    UUID run = UUID.randomUUID();

    OPERATOR.get("runs/" + run).isProblem(ProblemType.NOT_FOUND);
    OPERATOR.get("runs/" + run + "/events").isProblem(ProblemType.NOT_FOUND);
    OPERATOR.post("runs/" + run + ":cancel", "{}").isProblem(ProblemType.NOT_FOUND);
  }

  @ParameterizedTest
  @CsvSource({
    "limit, 0",
    "limit, 201",
    "limit, many",
    "limit, -1",
    "limit, 99999999999999999999",
    "status, DONE",
    "agent, Quick!",
    "cursor, here",
    "cursor, MQ"
  })
  void aWrongParameterIsNamed(String name, String value) {
    var answer =
        OPERATOR.get("runs?" + name + "=" + value).isProblem(ProblemType.INVALID_PARAMETER);

    assertThat(answer.body().path("errors").path(0).path("path").asText()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"api-keys", "approvals", "batches", "bulk", "runs"})
  void aCursorOfAnotherListIsAWrongParameter(String path) {
    byte[] id = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);
    String ofAnId = Base64.getUrlEncoder().withoutPadding().encodeToString(id);

    new Client("admin").get(path + "?cursor=" + ofAnId).isProblem(ProblemType.INVALID_PARAMETER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"garbage", "application/json;q=much", "a/b/c", "text/", "text/html, , */*"})
  void aListOfTypesThatCannotBeReadIsAWrongParameter(String accept) {
    var answer =
        Client.send(OPERATOR.request("runs").header("Accept", accept))
            .isProblem(ProblemType.INVALID_PARAMETER);

    assertThat(answer.body().path("errors").path(0).path("path").asText()).isEqualTo("Accept");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "*; q=.2, */*; q=.2", "", "application/json,", "*/*;v=\"a\""})
  void aListOfTypesMayHaveOddForms(String accept) {
    assertThat(Client.send(OPERATOR.request("runs").header("Accept", accept)).status())
        .isEqualTo(200);
  }

  /** The framework broke down over them: no client library sends such, and people's tools do. */
  @ParameterizedTest
  @ValueSource(strings = {"runs?limit=%zz", "runs?%", "runs/a|b", "runs/x/events?after=%"})
  void anAddressThatIsNoUriIsSaidToBeNone(String target) throws IOException {
    String answer = raw("GET /api/v1/" + target);

    assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json");
    assertThat(answer).contains("\"code\":\"bad-request\"", "\"retryable\":false", "must be a URI");
  }

  @ParameterizedTest
  @ValueSource(strings = {"runs/a%2fb", "runs/%2e%2e/x", "runs/a\\b"})
  void anAddressThatTheContainerRefusesIsAProblem(String target) throws IOException {
    String answer = raw("GET /api/v1/" + target);

    assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json");
    assertThat(answer).contains("percent-encoded");
  }

  @Test
  void aBodyThatIsNotTheGzipItClaimsIsRefusedAsPacked() {
    Client.send(
            OPERATOR
                .request("runs")
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofString("{}")))
        .isProblem(ProblemType.UNSUPPORTED_MEDIA_TYPE);
  }

  /** A body that may be absent is absent in each way in which HTTP has it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Content-Length: 0\r\n",
        "Transfer-Encoding: chunked\r\n\r\n0\r\n",
      })
  void anActionNeedsNoBody(String headers) throws IOException {
    for (String action : List.of("cancel", "pause", "resume", "retry", "fork")) {
      UUID run = UUID.randomUUID();

      assertThat(raw("POST /api/v1/runs/%s:%s".formatted(run, action), headers))
          .startsWith("HTTP/1.1 404")
          .contains("There is no run " + run);
    }
  }

  @Test
  void aBodyWithoutATypeIsNotUnderstood() throws IOException {
    assertThat(
            raw(
                "POST /api/v1/runs/" + UUID.randomUUID() + ":cancel",
                "Content-Length: 2\r\n\r\n{}"))
        .startsWith("HTTP/1.1 415");
  }

  private static String raw(String request) throws IOException {
    return raw(request, "");
  }

  /** Says something to the server that no client of HTTP would, and returns the answer. */
  private static String raw(String request, String more) throws IOException {
    URI server = TestServer.http();
    try (var socket = new Socket(server.getHost(), server.getPort())) {
      String head =
          "%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nAuthorization: %s\r\n%s\r\n"
              .formatted(
                  request,
                  server.getAuthority(),
                  TestServer.credentials().basic(OPERATOR.user()),
                  more);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
