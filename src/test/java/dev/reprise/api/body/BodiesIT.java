package dev.reprise.api.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.run.RecordFilesResource;
import dev.reprise.server.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies are bounded in all that takes memory, whatever their address looks like. */
class BodiesIT {

  private static final Client OPERATOR = new Client("operator");
  private static final Client ADMIN = new Client("admin");
  private static final Client ADMIN_OF_BETA = new Client("eve@beta");
  private static final int TWO_MEGABYTES = 2 * 1024 * 1024;

  @ParameterizedTest
  @CsvSource({
    "PUT, schedules/runs:import",
    "PUT, schedules/runs%3Aimport",
    "PUT, schedules/x;y=runs:import",
    "POST, runs;runs:import",
    "POST, schedules;x=/runs:import",
    "POST, schedules/x/firings/runs:import",
    "POST, runs/runs:import"
  })
  void onlyTheImportItselfTakesWhatIsLarge(String method, String path) {
    var answer = Client.send(json(path).method(method, BodyPublishers.ofByteArray(blanks())));

    assertThat(answer.status()).as("%s", answer.body()).isIn(404, 405, 413);
    if (!method.equals("POST")) {
      answer.isProblem(ProblemType.BODY_TOO_LARGE);
    }
  }

  @Test
  void theImportTakesWhatIsLarge() {
    ADMIN
        .post("runs:import", RecordFilesResource.MEDIA_TYPE, BodyPublishers.ofByteArray(blanks()))
        .isProblem(ProblemType.INVALID_RECORD_FILE);
  }

  @Test
  void packedBodiesAreNotUnderstood() {
    for (String path : List.of("runs", "schedules")) {
      Client.send(json(path).header("Content-Encoding", "gzip").POST(packed(blanks())))
          .isProblem(ProblemType.UNSUPPORTED_MEDIA_TYPE);
    }
  }

  @Test
  void bodiesOfManyTokensAreTooLarge() {
    var answer = OPERATOR.post("runs", input("{\"a\": [" + "{},".repeat(60_000) + "{}]}")).body();

    assertThat(answer.path("code").asText()).isEqualTo("body-too-large");
    assertThat(answer.path("detail").asText()).contains("100000 tokens");
  }

  @Test
  void namesAndNumbersAreBounded() {
    for (String value :
        List.of(
            "{\"" + "n".repeat(1_001) + "\": 1}",
            "{\"a\": " + "1".repeat(1_001) + "}",
            "{\"a\":".repeat(901) + "1" + "}".repeat(901))) {
      OPERATOR.post("runs", input(value)).isProblem(ProblemType.MALFORMED_JSON);
    }
  }

  @Test
  void aTenantHasTwoFilesReadAtOnceAndLeavesThePlacesOfAnother() throws Exception {
    List<Socket> begun = new ArrayList<>();
    try {
      // the one begun may find the place taken by the import that looks
      var refused =
          await()
              .atMost(Duration.ofSeconds(20))
              .until(
                  () -> {
                    begun.add(importBegun());
                    return imported(ADMIN);
                  },
                  answer -> answer.status() == 503);

      refused.isProblem(ProblemType.TOO_MANY_BODIES);
      assertThat(refused.header("Retry-After")).isNotEmpty();
      imported(ADMIN_OF_BETA).isProblem(ProblemType.INVALID_RECORD_FILE);
    } finally {
      for (Socket socket : begun) {
        socket.close();
      }
    }
    await().atMost(Duration.ofSeconds(20)).until(() -> imported(ADMIN), a -> a.status() == 422);
  }

  /** Returns the connection of an import that has said something, and has more to say. */
  private static Socket importBegun() throws IOException {
    URI server = TestServer.http();
    var socket = new Socket(server.getHost(), server.getPort());
    String request =
        """
        POST /api/v1/runs:import HTTP/1.1
        Host: %s
        Authorization: %s
        Content-Type: application/x-ndjson
        Transfer-Encoding: chunked

        4
        {"he
        """
            .formatted(server.getAuthority(), TestServer.credentials().basic("admin"))
            .replace("\n", "\r\n");
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static Client.Answer imported(Client admin) {
    return admin.post(
        "runs:import", RecordFilesResource.MEDIA_TYPE, BodyPublishers.ofString("no record"));
  }

  private static HttpRequest.Builder json(String path) {
    return OPERATOR.request(path).header("Content-Type", "application/json");
  }

  private static String input(String value) {
    return Client.submission("quick", value, "test");
  }

  private static byte[] blanks() {
    return " ".repeat(TWO_MEGABYTES).getBytes(StandardCharsets.US_ASCII);
  }

  private static BodyPublisher packed(byte[] body) {
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return BodyPublishers.ofByteArray(bytes.toByteArray());
  }
}
