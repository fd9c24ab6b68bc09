package dev.reprise.api.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.api.fixture.Client;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A call fails at once if the agent that writes code cannot run. */
class ToolWriterIT {

  private static final Client ADMIN = new Client("admin");

  @Test
  void saysWhyItCannotRunWithTheModelsOfTheCaller() {
    UUID run = ADMIN.submit("unwritten");

    await().atMost(Duration.ofSeconds(30)).until(() -> ADMIN.status(run).equals("COMPLETED"));

    assertThat(ADMIN.get("runs/" + run).body().toString())
        .contains("artifact_not_written", "script.write is missing")
        .contains("an agent of your own of this name takes its place");
  }
}
