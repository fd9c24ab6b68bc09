package dev.reprise.crash.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.crash.fixture.Invariants;
import dev.reprise.crash.fixture.ServerLog;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.Workload;
import dev.reprise.crash.fixture.ledger.LedgerProcess;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.ServerOptions;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A database that keeps its connections and answers nothing, or no commit, is an outage like any
 * other.
 */
@Tag("postgresql")
class HangingDatabaseIT {

  private static final int CALLERS = 50;

  /** A wait for a connection and one for an answer, on a busy machine. */
  private static final Duration ANSWERED = Duration.ofSeconds(25);

  /** Longer than a run waits for its job. */
  private static final Duration OUTAGE = Duration.ofSeconds(40);

  private static final LedgerProcess LEDGER = LedgerProcess.start(Duration.ofMillis(200));
  private static final PostgresProcess POSTGRES = PostgresProcess.start("hanging");
  private static final Site SITE =
      Site.named(
          "hanging-database",
          LEDGER
              .serve(POSTGRES.serve(ServerOptions.DEFAULT))
              .with("REPRISE_DISPATCH_MAX_RUNNING", "20"));

  @BeforeEach
  void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
    POSTGRES.close();
    LEDGER.close();
  }

  @Test
  void refusesRequestsInTimeAndSaysSoInALineAMinute() throws Exception {
    for (int i = 0; i < CALLERS; i++) {
      assertThat(ask("api/v1/runs").statusCode()).isEqualTo(200); // a new server answers slowly
    }
    var work = Workload.submit(LEDGER, SITE);
    work.awaitProgress(SITE, 20);

    POSTGRES.suspend();
    List<HttpResponse<String>> answers;
    try {
      long begun = System.nanoTime();
      answers = askAtOnce();
      assertThat(ask("health/live").statusCode()).isEqualTo(200);
      await()
          .atMost(OUTAGE.plus(ANSWERED))
          .untilAsserted(
              () -> {
                assertThat(ask("health/ready").statusCode()).isEqualTo(503);
                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(OUTAGE);
              });
    } finally {
      POSTGRES.resume();
    }
    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.body()).contains("store-unavailable"))
        .extracting(HttpResponse::statusCode)
        .containsOnly(503);

    var log = new ServerLog(SITE.server().log());
    work.awaitUnharmedEnd(SITE, Invariants.AFTER_CRASHES);
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(said(log, "the database can be used again")).hasSize(1));
    assertThat(said(log, "the database cannot be used")).hasSizeBetween(1, 2);
    List<String> dumps = log.dumps();

    SITE.server().stop();

    assertThat(log.errors()).isEmpty();
    assertThat(log.frames()).isEmpty();
    assertThat(log.dumps()).as("the stop adds none").isEqualTo(dumps);
  }

  @Test
  void losesNothingAndSaysWhatIsUnknownIfCommitsHaveNoAnswer() throws Exception {
    var work = Workload.submit(LEDGER, SITE);
    work.awaitProgress(SITE, 20);
    int runs = SITE.runs().list().size();

    POSTGRES.holdCommits();
    HttpResponse<String> submission;
    try {
      submission = SITE.trySubmission("errands");
    } finally {
      POSTGRES.answerCommits();
    }
    assertThat(submission.body()).containsAnyOf("outcome-unknown", "store-unavailable");

    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(SITE.trySubmission("errands").statusCode()).isEqualTo(202));
    work.awaitUnharmedEnd(SITE, Invariants.AFTER_CRASHES);
    assertThat(SITE.runs().list()).hasSize(runs + 1);
    var log = new ServerLog(SITE.server().log());
    SITE.server().stop();
    assertThat(log.errors()).isEmpty();
    assertThat(log.frames()).isEmpty();
  }

  private static List<HttpResponse<String>> askAtOnce() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CALLERS; i++) {
        answers.add(CompletableFuture.supplyAsync(() -> ask("api/v1/runs"), callers));
      }
      CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
          .get(ANSWERED.toSeconds(), TimeUnit.SECONDS);
    }
    return answers.stream().map(CompletableFuture::join).toList();
  }

  private static HttpResponse<String> ask(String path) {
    return SITE.runs().http().ask(path);
  }

  private static List<String> said(ServerLog log, String what) {
    return log.lines().stream().filter(line -> line.contains(what)).toList();
  }
}
