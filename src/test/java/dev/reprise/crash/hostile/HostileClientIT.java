package dev.reprise.crash.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.server.Credentials;
import dev.reprise.server.Http;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.ServerProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * No client can end a server of the shipped size, or get answers from it in plain HTTP from
 * outside.
 */
class HostileClientIT {

  private static final String OUTSIDE = "127.0.0.2";
  private static final int IMPORT_BYTES = 62 * 1024 * 1024;
  private static final int JUST_UNDER_ONE_MEGABYTE = 1024 * 1024 - 1000;

  private static final ServerProcess SERVER =
      ServerProcess.named("hostile-client", ServerOptions.DEFAULT.with("REPRISE_HOST", OUTSIDE));

  private final HttpClient client = Http.trustingClient();

  @BeforeAll
  static void start() {
    SERVER.start();
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  @AfterEach
  void stillGetsAnswers() throws Exception {
    var answer = client.send(request("runs", "viewer").GET().build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(SERVER::lastLines).isEqualTo(200);
    assertThat(SERVER.isAlive()).isTrue();
  }

  @Test
  void onlyTheImportReadsABodyAsLargeAsARecordFile() throws Exception {
    byte[] body = braces(IMPORT_BYTES);

    assertProblem(413, put("schedules/runs:import").PUT(BodyPublishers.ofByteArray(body)));
  }

  @Test
  void aCompressedBodyIsNotDecompressed() throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(braces(IMPORT_BYTES));
    }

    var request =
        put("schedules/runs:import")
            .header("Content-Encoding", "gzip")
            .PUT(BodyPublishers.ofByteArray(bytes.toByteArray()));

    assertProblem(415, request);
  }

  @Test
  void refusesManyLargeBodiesAtOnce() {
    byte[] tokens = braces(JUST_UNDER_ONE_MEGABYTE);

    assertThat(statuses(40, tokens)).isSubsetOf(413, 503);
  }

  @Test
  void readsSomeOfManyAllowedLargeBodies() {
    String text = "x".repeat(JUST_UNDER_ONE_MEGABYTE - 1000);
    byte[] body = submission("{\"a\": \"" + text + "\"}");

    // the server finds that the agent is unknown only after it has read the body
    assertThat(statuses(40, body)).contains(422).isSubsetOf(422, 503);
  }

  @Test
  void refusesManyLargeRecordFilesAtOnce() {
    byte[] file = braces(IMPORT_BYTES);
    List<Integer> statuses =
        together(
            6,
            () ->
                request("runs:import", "admin")
                    .header("Content-Type", "application/x-ndjson")
                    .POST(BodyPublishers.ofByteArray(file))
                    .build());

    assertThat(statuses).contains(422).isSubsetOf(422, 503);
  }

  @Test
  void passwordGuessesReachNoUserRegistryAndDoNotFillTheLog() throws Exception {
    try (HttpClient guesser =
        HttpClient.newBuilder().localAddress(InetAddress.getByName("127.0.0.78")).build()) {
      for (int i = 0; i < 200; i++) {
        var guess =
            request("runs", "viewer")
                .setHeader("Authorization", Credentials.basic("mallory", "guess" + i))
                .build();
        assertThat(guesser.send(guess, BodyHandlers.discarding()).statusCode()).isIn(401, 429);
      }
    }

    List<String> log = Files.readAllLines(SERVER.log());
    assertThat(log)
        .filteredOn(line -> line.contains("login failed: 'mallory'"))
        .hasSizeBetween(10, 30); // only those guesses that were checked
    assertThat(log).filteredOn(line -> line.contains("CWWKS1100A")).hasSizeBetween(10, 30);
  }

  @Test
  void plainHttpIsAnsweredOnLoopbackOnly() throws Exception {
    int http = SERVER.baseUri().getPort();
    try (var socket = new Socket()) {
      assertThatThrownBy(() -> socket.connect(new InetSocketAddress(OUTSIDE, http), 5_000))
          .isInstanceOf(ConnectException.class);
    }
    String answer = overTls();
    assertThat(answer).startsWith("HTTP/1.1 200");
    assertThat(answer).containsIgnoringCase("Strict-Transport-Security: max-age=");
  }

  private static String overTls() throws IOException {
    var tls = Http.trustingClient().sslContext().getSocketFactory();
    try (var socket = tls.createSocket(OUTSIDE, SERVER.httpsUri().getPort())) {
      String request =
          "GET /api/v1/runs HTTP/1.1\r\nHost: %s\r\nAuthorization: %s\r\nConnection: close\r\n\r\n"
              .formatted(OUTSIDE, SERVER.credentials().basic("viewer"));
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private List<Integer> statuses(int count, byte[] body) {
    return together(
        count,
        () ->
            request("runs", "operator")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body))
                .build());
  }

  private List<Integer> together(int count, Supplier<HttpRequest> request) {
    var answers =
        IntStream.range(0, count)
            .mapToObj(i -> client.sendAsync(request.get(), BodyHandlers.ofString()))
            .toList();
    return answers.stream().map(CompletableFuture::join).map(HttpResponse::statusCode).toList();
  }

  private static HttpRequest.Builder put(String path) {
    return request(path, "operator").header("Content-Type", "application/json");
  }

  private static HttpRequest.Builder request(String path, String user) {
    return HttpRequest.newBuilder(SERVER.baseUri().resolve("api/v1/" + path))
        .timeout(Duration.ofSeconds(60))
        .header("Authorization", SERVER.credentials().basic(user));
  }

  private void assertProblem(int status, HttpRequest.Builder request) {
    try {
      var answer = client.send(request.build(), BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
      assertThat(answer.headers().firstValue("Content-Type").orElse(""))
          .startsWith("application/problem+json");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a submission of about this many bytes, all of them in the smallest of objects. */
  private static byte[] braces(int bytes) {
    return submission("{\"a\": [" + "{},".repeat(bytes / 3 - 100) + "{}]}");
  }

  private static byte[] submission(String input) {
    return "{\"agent\": \"unknown\", \"workspace\": \"w\", \"input\": %s}"
        .formatted(input)
        .getBytes(StandardCharsets.US_ASCII);
  }
}
