package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.server.PostgresProcess;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A database that keeps its connections and answers nothing is an outage like any other. */
@Tag("postgresql")
class HangingDatabaseIT {

  private static final int CALLERS = 50;

  /** A wait for a connection and one for an answer, on a busy machine. */
  private static final Duration ANSWERED = Duration.ofSeconds(40);

  private static final PostgresProcess POSTGRES = PostgresProcess.start("hanging");
  private static final Site SITE =
      Site.named("hanging-database", POSTGRES.serve(ServerOptions.DEFAULT));

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
    POSTGRES.close();
  }

  @Test
  void refusesRequestsInTimeAndFillsNoLog() throws Exception {
    for (int i = 0; i < CALLERS; i++) {
      assertThat(ask("api/v1/runs").statusCode()).isEqualTo(200); // a new server answers slowly
    }
    long before = traceLines();
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      POSTGRES.suspend();
      try {
        for (int i = 0; i < CALLERS; i++) {
          answers.add(CompletableFuture.supplyAsync(() -> ask("api/v1/runs"), callers));
        }
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
            .get(ANSWERED.toSeconds(), TimeUnit.SECONDS);
        assertThat(ask("health/live").statusCode()).isEqualTo(200);
        assertThat(ask("health/ready").statusCode()).isEqualTo(503);
      } finally {
        POSTGRES.resume();
      }
    }
    assertThat(answers)
        .extracting(CompletableFuture::join)
        .allSatisfy(answer -> assertThat(answer.body()).contains("store-unavailable"))
        .extracting(HttpResponse::statusCode)
        .containsOnly(503);

    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> {
              assertThat(ask("api/v1/runs").statusCode()).isEqualTo(200);
              assertThat(lines()).anyMatch(it -> it.contains("the database can be used again"));
            });
    assertThat(lines()).filteredOn(it -> it.contains("the database cannot be used")).isNotEmpty();
    assertThat(traceLines() - before).isLessThan(1_000);
  }

  private static HttpResponse<String> ask(String path) {
    return SITE.runs().http().ask(path);
  }

  private static long traceLines() throws IOException {
    return lines().stream().filter(line -> line.stripLeading().startsWith("at ")).count();
  }

  private static List<String> lines() throws IOException {
    return Files.readAllLines(SITE.server().log());
  }
}
