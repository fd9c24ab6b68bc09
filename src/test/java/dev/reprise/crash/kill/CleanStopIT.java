package dev.reprise.crash.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.EventStreamReader;
import dev.reprise.crash.fixture.Invariants;
import dev.reprise.crash.fixture.Jobs;
import dev.reprise.crash.fixture.ServerLog;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.Workload;
import dev.reprise.crash.fixture.ledger.LedgerProcess;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** When a server stops, it hands over its runs, and they continue after its next start. */
class CleanStopIT {

  /** How long a server that is told to stop waits for requests under way. */
  private static final Duration LIBERTYS_PATIENCE = Duration.ofSeconds(30);

  @Test
  void handsARunOver() throws InterruptedException {
    try (var site = Site.named("clean-stop")) {
      site.server().start();
      UUID id = site.submit("steps", "handed-over");
      var reader = EventStreamReader.start(id, List.of(site));
      var before =
          site.awaitRecord(
              id,
              run ->
                  run.has("tool-call.completed", "second", "b")
                      && run.has("tool-call.completed", "second", "c"));

      var asked = Instant.now();
      site.server().stop();
      var stopping = Duration.between(asked, Instant.now());
      System.out.println("asked to stop to stopped: " + stopping);
      assertThat(stopping).as("an open stream is not waited for").isLessThan(LIBERTYS_PATIENCE);
      assertSaysNothingBad(site);
      site.server().start();

      var run = site.awaitStatus(id, "COMPLETED").assertSound().assertContinues(before);
      reader.assertSawAll(run.events());
      assertThat(run.count("run.handed-over")).as(run.toString()).isEqualTo(1);
      assertThat(run.has("run.paused")).isFalse();
      assertThat(site.effects("handed-over"))
          .containsExactlyInAnyOrder(
              "first a", "second a", "second b", "second c", "second d", "third a");
      assertThat(site.awaitJob(id, "COMPLETED").executions())
          .noneMatch(Jobs.Execution::isOpen)
          .extracting(Jobs.Execution::status)
          .containsExactly("COMPLETED", "STOPPED");
    }
  }

  @Test
  void handsManyRunsOverWithoutAnErrorInItsLog() throws InterruptedException {
    try (var ledger = LedgerProcess.start(Duration.ofMillis(50));
        var site =
            Site.named(
                "clean-stop-of-many",
                ledger.serve(ServerOptions.DEFAULT).with("REPRISE_DISPATCH_MAX_RUNNING", "12"))) {
      site.server().start();
      var work = Workload.submit(ledger, site);
      work.awaitProgress(site, 20);

      site.server().stopByCommand();

      assertSaysNothingBad(site);
      site.server().start();
      work.awaitUnharmedEnd(site, Invariants.AFTER_CRASHES);
    }
  }

  private static void assertSaysNothingBad(Site site) {
    var log = new ServerLog(site.server().log());
    assertThat(log.errors()).isEmpty();
    assertThat(log.frames()).isEmpty();
    assertThat(log.dumps()).isEmpty();
  }
}
