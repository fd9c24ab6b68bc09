package dev.reprise.crash.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.Site;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** If the batch jobs are in memory, a crash loses them, and the journal makes up for the loss. */
class MemoryStoreIT {

  private static final ServerOptions IN_MEMORY = Site.FILES.with("REPRISE_BATCH_STORE", "memory");

  @Test
  void continuesInNewJobsOfTheSameRuns() {
    try (Site site = Site.named("memory-store", IN_MEMORY)) {
      site.server().start();
      UUID held = site.submit("hold-once", site.file("once").toString());
      UUID killed = site.submit("steps", "killed");
      site.awaitEffects("once", 1);
      RecordedRun before =
          site.awaitRecord(
              killed,
              run ->
                  run.has("tool-call.completed", "second", "b")
                      && run.has("tool-call.completed", "second", "c"));
      site.server().kill();

      site.server().start();

      site.awaitStatus(killed, "COMPLETED").assertSound().assertContinues(before);
      assertThat(site.effects("killed"))
          .containsExactlyInAnyOrder(
              "first a", "second a", "second b", "second c", "second d", "third a");
      site.awaitStatus(held, "WAITING");
      long firstJob = site.jobs().newest(held).newestExecution().id();
      site.server().kill();

      site.server().start();
      assertThat(site.jobs().all()).isEmpty();
      failUntilAnotherRunHasTheExecution(site, firstJob);
      site.runs().resolve(held, "hang", "SUCCEEDED", "it is there");

      site.awaitStatus(held, "COMPLETED").assertSound();
      assertThat(site.effects("once")).containsExactly("held");
      assertThat(site.awaitJob(held, "COMPLETED").executions())
          .as("the job of the other run, which had the same number, is left alone")
          .hasSize(1);
    }
  }

  /** Fails runs until they have used up the numbers that executions of the earlier start had. */
  private static void failUntilAnotherRunHasTheExecution(Site site, long execution) {
    long taken = 0;
    while (taken < execution) {
      UUID failed = site.submit("short-of-turns", "failed-" + taken);
      site.awaitStatus(failed, "FAILED");
      taken = site.awaitJob(failed, "FAILED").newestExecution().id();
    }
  }
}
