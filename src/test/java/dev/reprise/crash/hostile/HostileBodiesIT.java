package dev.reprise.crash.hostile;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.crash.fixture.Site;
import dev.reprise.server.Http;
import dev.reprise.server.ServerOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Neither large nor slow bodies end a server of the shipped size, or keep others from it. */
class HostileBodiesIT {

  private static final int SLOW = 24;
  private static final int LINES = 74;
  private static final int LINE_BYTES = 900_000;

  private static final Site SITE =
      Site.named(
          "hostile-bodies",
          ServerOptions.DEFAULT
              .with("REPRISE_AGENTS_DIR", Site.agents("fair").toString())
              .with("REPRISE_DISPATCH_MAX_RUNNING", "1"));

  private final HttpClient client = Http.trustingClient();

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
  }

  @AfterEach
  void stillAnswers() {
    assertThat(status(request("runs", "viewer").GET())).isEqualTo(200);
    assertThat(SITE.server().isAlive()).isTrue();
  }

  @Test
  void largeUploadsAtOnceDoNotFillTheMemory() throws IOException {
    Path lines = lines();
    try {
      List<CompletableFuture<HttpResponse<String>>> uploads =
          IntStream.range(0, 2)
              .mapToObj(
                  i -> client.sendAsync(upload(lines, "upload-" + i), BodyHandlers.ofString()))
              .toList();

      await().atMost(Duration.ofMinutes(1)).until(() -> spooled().size() == 2);
      assertThat(uploads).extracting(it -> it.join().statusCode()).containsOnly(202);
      await().until(() -> spooled().isEmpty());
    } finally {
      Files.delete(lines);
    }
  }

  @Test
  void slowBodiesOfAViewerEndAndKeepNobodyElseWaiting() throws IOException {
    List<Socket> slow = new ArrayList<>();
    try (ScheduledExecutorService drip = Executors.newSingleThreadScheduledExecutor()) {
      for (int i = 0; i < SLOW; i++) {
        slow.add(slowBody());
      }
      Future<?> dripping =
          drip.scheduleAtFixedRate(
              () -> slow.forEach(HostileBodiesIT::drip), 0, 1, TimeUnit.SECONDS);
      List<CompletableFuture<String>> answers =
          slow.stream()
              .map(
                  it -> CompletableFuture.supplyAsync(() -> answer(it), Thread::startVirtualThread))
              .toList();

      await()
          .during(Duration.ofSeconds(10))
          .atMost(Duration.ofSeconds(15))
          .until(() -> submit(10) == 202 && submit(20_000) == 202);

      assertThat(answers)
          .allSatisfy(
              it ->
                  assertThat(it.get(40, TimeUnit.SECONDS))
                      .startsWith("HTTP/1.1 408")
                      .contains("Connection: close", "body-too-slow"));
      dripping.cancel(false);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  private static Socket slowBody() throws IOException {
    var server = SITE.server().baseUri();
    var socket = new Socket(server.getHost(), server.getPort());
    String head =
        "POST /api/v1/agents:validate HTTP/1.1\r\nHost: %s\r\nAuthorization: %s\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{\"document\":\""
            .formatted(server.getAuthority(), SITE.server().credentials().basic("viewer"));
    socket.getOutputStream().write(head.getBytes(US_ASCII));
    return socket;
  }

  private static void drip(Socket socket) {
    try {
      socket.getOutputStream().write('x');
    } catch (IOException answered) {
      // what the server says is read elsewhere
    }
  }

  private static String answer(Socket socket) {
    try {
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int submit(int length) {
    String body =
        "{\"agent\":\"thinker\",\"workspace\":\"effects\",\"input\":{\"topic\":\"%s\"}}"
            .formatted("x".repeat(length));
    return status(
        request("runs", "operator")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private int status(HttpRequest.Builder request) {
    return client.sendAsync(request.build(), BodyHandlers.discarding()).join().statusCode();
  }

  private static HttpRequest upload(Path lines, String key) {
    try {
      return request("batches:lines", "submitter")
          .header("Content-Type", "application/x-ndjson")
          .header("Idempotency-Key", key)
          .POST(BodyPublishers.ofFile(lines))
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static HttpRequest.Builder request(String path, String user) {
    return HttpRequest.newBuilder(SITE.server().baseUri().resolve("api/v1/" + path))
        .timeout(Duration.ofMinutes(4))
        .header("Authorization", SITE.server().credentials().basic(user));
  }

  /**
   * Writes 66.6 MB, with one character on each line that Java keeps in two bytes, as all others.
   */
  private static Path lines() throws IOException {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes("{\"agent\":\"thinker\",\"workspace\":\"effects\"}\n".getBytes(US_ASCII));
    for (int i = 0; i < LINES; i++) {
      bytes.writeBytes(
          "{\"n\":%d,\"text\":\"€%s\"}%n".formatted(i, "x".repeat(LINE_BYTES)).getBytes(UTF_8));
    }
    return Files.write(Files.createTempFile("lines", ".jsonl"), bytes.toByteArray());
  }

  /** Returns the spooled bodies that the server still holds; they have no names any more. */
  private static List<String> spooled() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/%d/fd".formatted(SITE.server().pid())))) {
      return open.map(HostileBodiesIT::target).filter(it -> it.contains("/body")).toList();
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException closed) {
      return "";
    }
  }
}
