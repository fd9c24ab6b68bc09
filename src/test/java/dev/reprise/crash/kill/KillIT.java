package dev.reprise.crash.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.crash.fixture.Jobs;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.HoldTool;
import dev.reprise.server.RecordedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs outlive a kill of their server, and none of their steps happens twice. */
class KillIT {

  private static final Map<String, String> JOB_OF_RUN =
      Map.of("COMPLETED", "COMPLETED", "WAITING", "STOPPED", "CANCELLED", "STOPPED");

  private static final Site SITE = Site.named("kill", Site.FILES.with("REPRISE_TELEMETRY", "page"));

  /** Killed while the model thinks about the third turn of its second phase. */
  private static UUID thinking;

  /** Killed as soon as the end of its first phase is recorded. */
  private static UUID atBoundary;

  /** Killed while a call that must not happen twice is in flight. */
  private static UUID heldOnce;

  /** The same, for a person's verdict. */
  private static UUID heldForVerdict;

  /** Killed while a call that may happen twice is in flight. */
  private static UUID heldAgain;

  private static RecordedRun thinkingBefore;
  private static RecordedRun boundaryBefore;

  @BeforeAll
  static void killOnce() throws IOException {
    System.out.println("process start to ready: " + SITE.server().start());
    heldOnce = SITE.submit("hold-once", SITE.file("once").toString());
    heldForVerdict = SITE.submit("hold-once", SITE.file("verdict").toString());
    heldAgain = SITE.submit("hold-again", SITE.file("again").toString());
    SITE.awaitEffects("once", 1);
    SITE.awaitEffects("verdict", 1);
    SITE.awaitEffects("again", 1);
    var submitted = Instant.now();
    thinking = SITE.submit("steps", "thinking");
    thinkingBefore =
        SITE.awaitRecord(
            thinking,
            run ->
                run.has("tool-call.completed", "second", "b")
                    && run.has("tool-call.completed", "second", "c"));
    System.out.println("submit to first step: " + step(submitted, thinkingBefore));
    submitted = Instant.now();
    atBoundary = SITE.submit("boundary", "boundary");
    boundaryBefore = SITE.awaitRecord(atBoundary, run -> run.has("phase.completed", "first"));
    SITE.server().kill();
    System.out.println("submit to first step: " + step(submitted, boundaryBefore));

    Files.createFile(HoldTool.gate(SITE.file("again")));
    System.out.println("process start to ready after the kill: " + SITE.server().start());
    var ready = Instant.now();
    var after =
        SITE.awaitRecord(thinking, run -> run.events().size() > thinkingBefore.events().size());
    System.out.println(
        "ready to first new event: " + Duration.between(ready, after.firstAfter(thinkingBefore)));
  }

  private static Duration step(Instant submitted, RecordedRun run) {
    return Duration.between(submitted, run.first("phase.started").at());
  }

  @AfterAll
  static void close() {
    SITE.close();
  }

  @Test
  void continuesBetweenTwoCalls() {
    SITE.awaitStatus(thinking, "COMPLETED").assertSound().assertContinues(thinkingBefore);

    assertThat(SITE.effects("thinking"))
        .containsExactlyInAnyOrder(
            "first a", "second a", "second b", "second c", "second d", "third a");
  }

  @Test
  void continuesAtAPhaseBoundary() {
    SITE.awaitStatus(atBoundary, "COMPLETED").assertSound().assertContinues(boundaryBefore);

    assertThat(SITE.effects("boundary")).containsExactly("first a", "second a", "third a");
  }

  @Test
  void asksAPersonAboutACallThatMustNotHappenTwice() {
    var waiting =
        SITE.awaitRecord(heldOnce, run -> run.has("run.waiting") || run.has("run.cancelled"))
            .assertSound();
    assertThat(waiting.first("run.waiting").data().path("waitingFor").asText())
        .isEqualTo("reconciliation");
    assertThat(waiting.count("tool-call.started")).isEqualTo(1);
    assertThat(SITE.runs().http().as("auditor").ask("api/v1/metrics").body().lines())
        .as("the calls of all three runs, of which this one waits for a person")
        .contains("agentrun_toolcall_unknown_total 3.0")
        .anyMatch(line -> line.matches("agentrun_runs_waiting.reason=\"reconciliation\". [12].0"))
        .anyMatch(line -> line.matches("agentrun_approval_pending [12].0"));

    SITE.runs().cancel(heldOnce);

    SITE.awaitStatus(heldOnce, "CANCELLED").assertSound();
    assertThat(SITE.effects("once")).containsExactly("held");
  }

  @Test
  void continuesWithAPersonsVerdictAndNeverRepeatsTheCall() {
    SITE.awaitRecord(heldForVerdict, run -> run.has("run.waiting") || run.has("run.completed"));
    SITE.awaitStatus(heldForVerdict, "WAITING");
    assertThat(SITE.runs().callStatuses(heldForVerdict)).containsExactly("UNKNOWN");
    assertThat(SITE.runs().beginners(heldForVerdict)).containsExactly("DEAD");

    SITE.runs().resolve(heldForVerdict, "hang", "SUCCEEDED", "it is there");

    var run = SITE.awaitStatus(heldForVerdict, "COMPLETED").assertSound();
    assertThat(run.first("tool-call.resolved").data().path("evidence").asText())
        .isEqualTo("the test looked");
    assertThat(run.last().data().path("output").asText()).isEqualTo("it is there");
    assertThat(run.count("tool-call.started")).isEqualTo(1);
    assertThat(SITE.effects("verdict")).containsExactly("held");
    assertThat(SITE.runs().tryToResolve(heldForVerdict, "hang", "RETRY").statusCode())
        .isEqualTo(409);
  }

  @Test
  void repeatsACallThatMayHappenTwice() {
    var run = SITE.awaitStatus(heldAgain, "COMPLETED").assertSound();

    assertThat(run.count("tool-call.started")).isEqualTo(2);
    assertThat(run.count("tool-call.completed")).isEqualTo(1);
    assertThat(SITE.effects("again")).containsExactly("held", "held");
  }

  @Test
  void leavesNoJobOpen() {
    SITE.awaitStatus(thinking, "COMPLETED");
    SITE.awaitStatus(atBoundary, "COMPLETED");
    SITE.awaitStatus(heldAgain, "COMPLETED");
    SITE.awaitRecord(heldOnce, run -> run.has("run.waiting"));

    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(SITE.jobs().all())
                    .flatExtracting(Jobs.Job::executions)
                    .noneMatch(Jobs.Execution::isOpen));
    for (UUID run : new UUID[] {thinking, atBoundary, heldAgain, heldOnce}) {
      var job = SITE.jobs().newest(run);
      List<String> statuses = job.executions().stream().map(Jobs.Execution::status).toList();
      assertThat(statuses.getFirst()).isEqualTo(JOB_OF_RUN.get(SITE.runs().status(run)));
      assertThat(statuses.subList(1, statuses.size()))
          .as("before the kill, if the run was a job by then, as one in its second phase is")
          .hasSizeBetween(run.equals(thinking) ? 1 : 0, 1)
          .allMatch("FAILED"::equals);
      assertThat(job.status()).isEqualTo(job.newestExecution().status());
    }
  }
}
