package dev.reprise.crash.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.Http;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two servers share one PostgreSQL. One is put into maintenance, and the other does its work. */
@Tag("postgresql")
class MaintenanceOnTwoServersIT {

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final HttpClient HTTP = Http.trustingClient();

  @Test
  void theOtherServerContinuesItsRunsAndTakesTheNewOnes() {
    try (var postgres = PostgresProcess.start("maintenance");
        Site one = Site.named("one", named("server-one", postgres));
        Site two = one.beside("two", named("server-two", postgres))) {
      one.server().start();
      two.server().start();
      UUID run = one.submit("steps", "effects");
      RecordedRun before =
          one.awaitRecord(run, recorded -> recorded.has("tool-call.completed", "second", "b"));
      boolean isHeldByOne = one.runs().find(run).holder().equals("server-one");
      Site a = isHeldByOne ? one : two;
      Site b = isHeldByOne ? two : one;
      String nameOfA = isHeldByOne ? "server-one" : "server-two";
      String nameOfB = isHeldByOne ? "server-two" : "server-one";

      String id = start(b, nameOfA);

      await().atMost(SOON).until(() -> ready(a) == 503);
      assertThat(ready(b)).isEqualTo(200);
      await().atMost(Duration.ofSeconds(30)).until(() -> held(b, nameOfA) == 0);
      RecordedRun after = b.awaitStatus(run, "COMPLETED").assertSound().assertContinues(before);
      assertThat(after.count("run.handed-over")).as(after.toString()).isEqualTo(1);
      assertThat(after.count("run.admitted")).as(after.toString()).isEqualTo(2);
      assertThat(b.effects("effects"))
          .containsExactlyInAnyOrder(
              "first a", "second a", "second b", "second c", "second d", "third a");
      assertThat(holdersOfNewRuns(a, b)).as("submitted to A").containsOnly(nameOfB);

      a.server().stop();
      a.server().startUntilLive();
      assertThat(ready(a)).as("after a restart").isEqualTo(503);
      assertThat(holdersOfNewRuns(b, a)).as("after a restart").containsOnly(nameOfB);

      end(a, id);
      await().atMost(SOON).until(() -> ready(a) == 200);
      start(a, nameOfB);
      await().atMost(SOON).until(() -> ready(b) == 503);
      assertThat(holdersOfNewRuns(b, a)).as("once it has ended").containsOnly(nameOfA);
    }
  }

  private static ServerOptions named(String name, PostgresProcess postgres) {
    return postgres
        .serve(Site.FILES)
        .with("REPRISE_SERVER_NAME", name)
        .with("REPRISE_DISPATCH_MAX_RUNNING", "20");
  }

  /** Submits runs whose calls hang until a file is made, and returns who holds them. */
  private static List<String> holdersOfNewRuns(Site submitter, Site observer) {
    List<UUID> runs =
        IntStream.range(0, 3)
            .mapToObj(i -> submitter.submit("hold-once", "held-" + UUID.randomUUID()))
            .toList();
    return runs.stream()
        .map(
            run ->
                await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> observer.runs().find(run).holder(), it -> !it.isEmpty()))
        .toList();
  }

  private static String start(Site site, String server) {
    var started =
        post(site, "", "{\"server\": \"%s\", \"reason\": \"for a test\"}".formatted(server));
    assertThat(started.statusCode()).as(started.body()).isEqualTo(201);
    return Json.read(started.body()).path("id").asText();
  }

  private static void end(Site site, String id) {
    assertThat(post(site, "/" + id + ":end", "").statusCode()).isEqualTo(204);
  }

  private static HttpResponse<String> post(Site site, String path, String body) {
    return send(
        asAdmin(site, path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private static long held(Site site, String server) {
    for (JsonNode it : Json.read(send(asAdmin(site, "")).body()).path("servers")) {
      if (it.path("name").asText().equals(server)) {
        return it.path("runs").asLong();
      }
    }
    return 0;
  }

  private static HttpRequest.Builder asAdmin(Site site, String path) {
    return HttpRequest.newBuilder(
            site.server().baseUri().resolve("/api/v1/admin/maintenance" + path))
        .header("Authorization", site.server().credentials().basic("admin"));
  }

  private static int ready(Site site) {
    return send(HttpRequest.newBuilder(site.server().baseUri().resolve("/health/ready")))
        .statusCode();
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.timeout(Duration.ofSeconds(30)).build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
