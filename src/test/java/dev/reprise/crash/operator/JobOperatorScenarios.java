package dev.reprise.crash.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.Jobs;
import dev.reprise.server.ServerOptions;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** An operator stops and restarts runs in the server's own batch administration. */
abstract class JobOperatorScenarios extends OperatorScenarios {

  JobOperatorScenarios(String name, ServerOptions options) {
    super(name, options);
  }

  @Test
  void stopsARunAndResumesItAtTheExactStep() {
    UUID id = site().submit("steps", "stopped");
    site().awaitRecord(id, run -> run.has("model.replied", "second"));
    long job = site().jobs().newest(id).id();

    site().jobs().stop(job);

    var paused = site().awaitStatus(id, "PAUSED").assertSound();
    assertThat(paused.last().type()).isEqualTo("run.paused");
    assertThat(paused.has("phase.completed", "second")).as("stopped inside the phase").isFalse();
    site().awaitJob(id, "STOPPED");
    // By the time any later run has ended, the dispatcher has polled many times and not started
    // this run.
    UUID other = site().submit("boundary", "meanwhile");
    site().awaitStatus(other, "COMPLETED");
    assertThat(site().runs().read(id)).isEqualTo(paused);

    site().jobs().restart(job);

    var run = site().awaitStatus(id, "COMPLETED").assertSound().assertContinues(paused);
    assertThat(run.count("run.resumed")).isEqualTo(1);
    assertThat(site().effects("stopped"))
        .containsExactlyInAnyOrder(
            "first a", "second a", "second b", "second c", "second d", "third a");
    assertThat(site().awaitJob(id, "COMPLETED").executions())
        .extracting(Jobs.Execution::status)
        .containsExactly("COMPLETED", "STOPPED");
  }

  @Test
  void retriesAFailedRunFromTheStepThatFailed() {
    UUID id = site().submit("short-of-turns", "failed");
    var failed = site().awaitStatus(id, "FAILED").assertSound();
    var job = site().awaitJob(id, "FAILED");
    assertThat(site().effects("failed")).containsExactly("first a", "second a", "second b");

    site().jobs().restart(job.id());

    var run = site().awaitStatus(id, "COMPLETED").assertSound().assertContinues(failed);
    assertThat(run.count("run.retried")).isEqualTo(1);
    assertThat(site().effects("failed"))
        .containsExactly("first a", "second a", "second b", "second c");
    site().awaitJob(id, "COMPLETED");
  }

  @Test
  void cannotRestartTheJobOfACompletedRun() {
    UUID id = site().submit("boundary", "completed");
    var completed = site().awaitStatus(id, "COMPLETED");
    var job = site().awaitJob(id, "COMPLETED");

    var answer = site().jobs().tryToRestart(job.id());

    assertThat(answer.statusCode()).as(answer.body()).isGreaterThanOrEqualTo(400);
    assertThat(site().runs().read(id)).isEqualTo(completed);
  }

  @Test
  void retriesAFailedRunOfOnePhase() {
    UUID id = site().submit("one-turn-at-a-time", "short");
    var failed = site().awaitStatus(id, "FAILED").assertSound();
    var job = site().awaitJob(id, "FAILED");

    site().jobs().restart(job.id());

    var run =
        site()
            .awaitRecord(id, it -> it.count("run.failed") == 2 || it.has("run.completed"))
            .assertSound()
            .assertContinues(failed);
    assertThat(run.count("run.retried")).isEqualTo(1);
  }

  @Test
  void resumesAPausedRunOfOnePhase() {
    UUID id = site().submit("one-slow-phase", "paused");
    site().awaitRecord(id, run -> run.has("phase.started", "only"));
    site().runs().pause(id);
    var paused = site().awaitStatus(id, "PAUSED").assertSound();
    var job = site().awaitJob(id, "STOPPED");

    site().jobs().restart(job.id());

    var run = site().awaitStatus(id, "COMPLETED").assertSound().assertContinues(paused);
    assertThat(run.first("run.resumed").data().path("by").asText()).isEqualTo("admin");
    assertThat(site().effects("paused")).containsExactly("a");
    site().awaitJob(id, "COMPLETED");
  }
}
