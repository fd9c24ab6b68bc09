package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A server that is stopped hands its runs over, and they go on with its next start. */
class CleanStopIT {

  @Test
  void handsARunOver() {
    try (var site = Site.named("clean-stop")) {
      site.server().start();
      UUID id = site.submit("steps", "handed-over");
      var before =
          site.awaitRecord(
              id,
              run ->
                  run.has("tool-call.completed", "second", "b")
                      && run.has("tool-call.completed", "second", "c"));

      var asked = Instant.now();
      site.server().stop();
      System.out.println("asked to stop to stopped: " + Duration.between(asked, Instant.now()));
      site.server().start();

      var run = site.awaitStatus(id, "COMPLETED").assertSound().assertContinues(before);
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
}
