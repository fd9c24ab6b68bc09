package dev.reprise.crash.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.crash.fixture.EventStreamReader;
import dev.reprise.crash.fixture.SilentClient;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.LargeResultTool;
import dev.reprise.server.ServerOptions;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A client that reads nothing loses its stream, and no other client loses anything. */
class SilentClientIT {

  @Test
  void delaysNeitherTheRunNorItsOtherClients() throws Exception {
    var options =
        ServerOptions.DEFAULT
            .with("REPRISE_AGENTS_DIR", Site.agents("chatter").toString())
            .with("REPRISE_STREAMS_PATIENCE", "PT3S")
            .withBeans(LargeResultTool.class);
    try (var site = Site.named("silent-client", options)) {
      site.server().start();
      UUID run = site.submit("chatty");
      try (var silent = SilentClient.asking(site.server(), run)) {
        assertThat(silent.status()).startsWith("HTTP/1.1 200");
        var reader = EventStreamReader.start(run, List.of(site));

        await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () ->
                    Files.readString(site.server().log())
                        .contains("run " + run + ": dropped an event stream"));

        var recorded = site.awaitStatus(run, "COMPLETED").assertSound();
        reader.assertSawAll(recorded.events());
        long said =
            LargeResultTool.BYTES
                * recorded.events().stream()
                    .filter(event -> event.type().equals("tool-call.completed"))
                    .count();
        assertThat(said).isEqualTo(32L * LargeResultTool.BYTES);
        assertThat(silent.takeTheRest()).as("what was on its way").isLessThan(said);
      }
    }
  }
}
