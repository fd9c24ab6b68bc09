package dev.reprise.crash.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.HoldTool;
import dev.reprise.server.RecordedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * If a run ends its server again and again, the server gives it up, so that it does not harm others
 * forever. Once the cause is gone, a retry takes the run to its end.
 */
class DeadLetterIT {

  /** The third one is alone on its server. */
  private static final int SERVERS = 3;

  @Test
  void givesUpARunThatKillsItsServerAndRetriesIt() throws IOException {
    try (var site = Site.named("dead-letter", Site.FILES)) {
      site.server().start();
      UUID id = site.submit("poison", site.file("poison").toString());
      site.server().awaitEnd();
      for (int i = 1; i < SERVERS; i++) {
        site.server().startToItsEnd();
      }

      site.server().start();

      RecordedRun givenUp = site.awaitStatus(id, "DEAD_LETTER").assertSound();
      assertThat(givenUp.last().data().path("failure").path("code").asText())
          .isEqualTo("attempts_exhausted");
      assertThat(givenUp.last().data().path("failure").path("message").asText())
          .isEqualTo(
              "the process of its server ended 3 times while the run was at work, without a step"
                  + " forward between, and the last time the run was alone there");
      assertThat(site.effects("poison")).hasSize(SERVERS);
      assertThat(givenUp.events().stream().filter(it -> it.type().equals("run.admitted")))
          .extracting(it -> it.data().path("losses").asInt())
          .as("the servers that died before it started alone, or was given up")
          .containsExactly(0, 0, 2, 3);
      UUID other = site.submit("boundary", "other");
      site.awaitStatus(other, "COMPLETED").assertSound();
      assertThat(site.awaitJob(id, "FAILED").newestExecution().exitStatus())
          .isEqualTo("DEAD_LETTER");

      Files.createFile(HoldTool.gate(site.file("poison")));
      site.runs().retry(id, "the poison is gone");

      RecordedRun run = site.awaitStatus(id, "COMPLETED").assertSound().assertContinues(givenUp);
      assertThat(run.first("run.retried").data().path("reason").asText())
          .isEqualTo("the poison is gone");
      assertThat(run.last().data().path("output").asText()).isEqualTo("released");
      assertThat(site.effects("done")).containsExactly("before");
      site.awaitJob(id, "COMPLETED");
    }
  }
}
