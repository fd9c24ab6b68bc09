package dev.reprise.crash.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.Jobs;
import dev.reprise.crash.fixture.Site;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where only operators start jobs, a job started by hand does what the dispatcher's job would do,
 * and so does its restart after a kill.
 */
class OperatorAfterKillIT {

  @ParameterizedTest
  @ValueSource(strings = {"always", "when-useful", "never"})
  void restartsTheJobOfARunThatWasKilled(String asJobs) {
    var byHand =
        Site.FILES
            .with("REPRISE_DISPATCH_ENABLED", "false")
            .with("REPRISE_DISPATCH_AS_JOBS", asJobs);
    try (var site = Site.named("operator-after-kill-" + asJobs, byHand)) {
      site.server().start();
      UUID id = site.submit("steps", "killed");
      long job = site.jobs().start(id);
      var before = site.awaitRecord(id, run -> run.has("tool-call.completed", "second", "a"));
      site.server().kill();

      site.server().start();
      assertThat(site.runs().status(id)).isEqualTo("QUEUED");
      site.jobs().restart(job);

      site.awaitStatus(id, "COMPLETED").assertSound().assertContinues(before);
      assertThat(site.effects("killed"))
          .containsExactlyInAnyOrder(
              "first a", "second a", "second b", "second c", "second d", "third a");
      assertThat(site.awaitJob(id, "COMPLETED").executions())
          .extracting(Jobs.Execution::status)
          .containsExactly("COMPLETED", "FAILED");
    }
  }
}
