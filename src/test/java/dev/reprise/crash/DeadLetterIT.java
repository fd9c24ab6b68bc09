package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;

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

  private static final int MAX_ATTEMPTS = 2;

  @Test
  void givesUpARunThatKillsItsServerAndRetriesIt() throws IOException {
    var options = Site.FILES.with("REPRISE_MAX_ATTEMPTS", Integer.toString(MAX_ATTEMPTS));
    try (var site = Site.named("dead-letter", options)) {
      site.server().start();
      UUID id = site.submit("poison", site.file("poison").toString());
      site.server().awaitEnd();
      for (int i = 0; i < MAX_ATTEMPTS; i++) {
        site.server().startToItsEnd();
      }

      site.server().start();

      RecordedRun givenUp = site.awaitStatus(id, "DEAD_LETTER").assertSound();
      assertThat(givenUp.last().data().path("failure").path("code").asText())
          .isEqualTo("attempts_exhausted");
      assertThat(givenUp.last().data().path("failure").path("message").asText())
          .isEqualTo("claimed 3 times without a step forward");
      assertThat(site.effects("poison")).hasSize(1 + MAX_ATTEMPTS);
      assertThat(site.awaitJob(id, "FAILED").newestExecution().exitStatus())
          .isEqualTo("DEAD_LETTER");

      Files.createFile(Hold.gate(site.file("poison")));
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
