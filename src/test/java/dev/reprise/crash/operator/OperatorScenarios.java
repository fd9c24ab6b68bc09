package dev.reprise.crash.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.HoldTool;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void refusesASecondJobWhileARunIsClaimed() throws IOException {
    Path held = site().file("held");
    UUID id = site().submit("hold-until-open", held.toString());
    site().awaitEffects("held", 1);

    assertIsRefused(site().jobs().start(id), "is held by");

    Files.createFile(HoldTool.gate(held));
    site().awaitStatus(id, "COMPLETED").assertSound();
    assertThat(site().effects("held")).containsExactly("held");
    assertThat(site().effects("after")).containsExactly("after");
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
