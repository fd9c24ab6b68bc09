package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What holds for every job that is started for a run, whichever runs are jobs by themselves. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OperatorScenarios {

  private final Site site;

  OperatorScenarios(String name, ServerOptions options) {
    site = Site.named(name, options);
  }

  Site site() {
    return site;
  }

  @BeforeAll
  void start() {
    site.server().start();
  }

  @AfterAll
  void close() {
    site.close();
  }

  @Test
  void refusesASecondJobWhileARunIsClaimed() {
    UUID id = site().submit("dream");
    site().awaitRecord(id, run -> run.has("phase.started"));

    assertIsRefused(site().jobs().start(id), "is held by");

    assertThat(site().runs().status(id)).isEqualTo("RUNNING");
    site().runs().cancel(id);
    RecordedRun run = site().awaitStatus(id, "CANCELLED").assertSound();
    assertThat(run.count("phase.started")).isOne();
  }

  @Test
  void doesNothingInASecondJobForARunThatHasEnded() {
    UUID id = site().submit("boundary", "ended");
    var ended = site().awaitStatus(id, "COMPLETED").assertSound();

    var second = site().awaitEnd(site().jobs().start(id));

    assertThat(second.status()).isEqualTo("COMPLETED");
    assertThat(second.newestExecution().exitStatus()).isEqualTo("COMPLETED");
    assertThat(site().runs().read(id)).isEqualTo(ended);
  }

  private void assertIsRefused(long job, String why) {
    var refused = site().awaitEnd(job);
    assertThat(refused.status()).isEqualTo("FAILED");
    assertThat(refused.newestExecution().exitStatus()).startsWith("REFUSED: ").contains(why);
  }
}
