package dev.reprise.crash.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.Site;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Without batch jobs, runs keep every promise, and the batch administration is empty. */
class WithoutJobsIT {

  private static final ServerOptions WITHOUT_JOBS =
      Site.FILES.with("REPRISE_DISPATCH_AS_JOBS", "never");

  @Test
  void continuesAfterAKill() {
    try (Site site = Site.named("without-jobs-killed", WITHOUT_JOBS)) {
      site.server().start();
      UUID id = site.submit("steps", "killed");
      RecordedRun before = site.awaitRecord(id, WithoutJobsIT::isInItsSecondPhase);
      site.server().kill();

      site.server().start();

      site.awaitStatus(id, "COMPLETED").assertSound().assertContinues(before);
      assertThat(site.effects("killed"))
          .containsExactlyInAnyOrder(
              "first a", "second a", "second b", "second c", "second d", "third a");
      assertThat(site.jobs().all()).isEmpty();
    }
  }

  @Test
  void handsOverCancelsAndGivesUp() {
    try (Site site = Site.named("without-jobs-stopped", WITHOUT_JOBS)) {
      site.server().start();
      UUID unwanted = site.submit("steps", "cancelled");
      UUID broken = site.submit("fickle", "nowhere");
      UUID stopped = site.submit("steps", "stopped");
      site.awaitStatus(unwanted, "RUNNING");
      site.runs().cancel(unwanted);
      site.awaitStatus(unwanted, "CANCELLED").assertSound();
      RecordedRun before = site.awaitRecord(stopped, WithoutJobsIT::isInItsSecondPhase);
      site.server().stop();

      site.server().start();

      RecordedRun run = site.awaitStatus(stopped, "COMPLETED").assertSound();
      run.assertContinues(before);
      assertThat(run.count("run.handed-over")).as(run.toString()).isEqualTo(1);
      assertThat(site.effects("stopped"))
          .containsExactlyInAnyOrder(
              "first a", "second a", "second b", "second c", "second d", "third a");
      RecordedRun givenUp = site.awaitStatus(broken, "DEAD_LETTER").assertSound();
      assertThat(givenUp.last().data().path("failure").path("code").asText())
          .isEqualTo("attempts_exhausted");
      assertThat(site.jobs().all()).isEmpty();
    }
  }

  private static boolean isInItsSecondPhase(RecordedRun run) {
    return run.has("tool-call.completed", "second", "b")
        && run.has("tool-call.completed", "second", "c");
  }
}
