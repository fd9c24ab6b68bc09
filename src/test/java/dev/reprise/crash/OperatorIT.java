package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An operator stops and restarts runs in the server's own batch administration. */
class OperatorIT {

  private static final Site SITE = Site.named("operator");

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
  }

  @Test
  void stopsARunAndResumesItAtTheExactStep() {
    UUID id = SITE.submit("steps", "stopped");
    SITE.awaitRecord(id, run -> run.has("model.replied", "second"));
    long job = SITE.jobs().newest(id).id();

    SITE.jobs().stop(job);

    var paused = SITE.awaitStatus(id, "PAUSED").assertSound();
    assertThat(paused.last().type()).isEqualTo("run.paused");
    assertThat(paused.has("phase.completed", "second")).as("stopped inside the phase").isFalse();
    SITE.awaitJob(id, "STOPPED");
    // By the time any later run has ended, the dispatcher has polled many times and not started
    // this run.
    UUID other = SITE.submit("boundary", "meanwhile");
    SITE.awaitStatus(other, "COMPLETED");
    assertThat(SITE.runs().read(id)).isEqualTo(paused);

    SITE.jobs().restart(job);

    var run = SITE.awaitStatus(id, "COMPLETED").assertSound().assertContinues(paused);
    assertThat(run.count("run.resumed")).isEqualTo(1);
    assertThat(SITE.effects("stopped"))
        .containsExactlyInAnyOrder(
            "first a", "second a", "second b", "second c", "second d", "third a");
    assertThat(SITE.awaitJob(id, "COMPLETED").executions())
        .extracting(Jobs.Execution::status)
        .containsExactly("COMPLETED", "STOPPED");
  }

  @Test
  void retriesAFailedRunFromTheStepThatFailed() {
    UUID id = SITE.submit("short-of-turns", "failed");
    var failed = SITE.awaitStatus(id, "FAILED").assertSound();
    var job = SITE.awaitJob(id, "FAILED");
    assertThat(SITE.effects("failed")).containsExactly("first a", "second a", "second b");

    SITE.jobs().restart(job.id());

    var run = SITE.awaitStatus(id, "COMPLETED").assertSound().assertContinues(failed);
    assertThat(run.count("run.retried")).isEqualTo(1);
    assertThat(SITE.effects("failed"))
        .containsExactly("first a", "second a", "second b", "second c");
    SITE.awaitJob(id, "COMPLETED");
  }

  @Test
  void cannotRestartTheJobOfACompletedRun() {
    UUID id = SITE.submit("boundary", "completed");
    var completed = SITE.awaitStatus(id, "COMPLETED");
    var job = SITE.awaitJob(id, "COMPLETED");

    var answer = SITE.jobs().tryToRestart(job.id());

    assertThat(answer.statusCode()).as(answer.body()).isGreaterThanOrEqualTo(400);
    assertThat(SITE.runs().read(id)).isEqualTo(completed);
  }

  @Test
  void refusesASecondJobWhileARunIsClaimed() {
    UUID id = SITE.submit("steps", "held");
    SITE.awaitRecord(id, run -> run.has("phase.started", "first"));

    assertIsRefused(SITE.jobs().start(id), "is held by");

    SITE.awaitStatus(id, "COMPLETED").assertSound();
    assertThat(SITE.effects("held")).hasSize(6).doesNotHaveDuplicates();
  }

  @Test
  void doesNothingInASecondJobForARunThatHasEnded() {
    UUID id = SITE.submit("boundary", "ended");
    var ended = SITE.awaitStatus(id, "COMPLETED").assertSound();

    var second = SITE.awaitEnd(SITE.jobs().start(id));

    assertThat(second.status()).isEqualTo("COMPLETED");
    assertThat(second.newestExecution().exitStatus()).isEqualTo("COMPLETED");
    assertThat(SITE.runs().read(id)).isEqualTo(ended);
  }

  private static void assertIsRefused(long job, String why) {
    var refused = SITE.awaitEnd(job);
    assertThat(refused.status()).isEqualTo("FAILED");
    assertThat(refused.newestExecution().exitStatus()).startsWith("REFUSED: ").contains(why);
  }
}
