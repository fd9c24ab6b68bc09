package dev.reprise.crash.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.crash.fixture.EventStreamReader;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who follows a run sees its prompts, what it costs, what is retried, and that it recovers. */
class StreamedRunIT {

  private static final String PRICES =
      """
      - {provider: scripted, model: default, input: 1, output: 2,
         date: 2026-11-01, source: "https://example.org/prices"}
      """;

  @Test
  void showsPromptsCostsRetriesAndRecoveries(@TempDir Path directory)
      throws IOException, InterruptedException {
    Path prices = Files.writeString(directory.resolve("prices.yaml"), PRICES);
    try (var site =
        Site.named("streamed", Site.FILES.with("REPRISE_PRICES_FILE", prices.toString()))) {
      site.server().start();
      UUID id = site.submit("streamed", "streamed");
      var reader = EventStreamReader.start(id, List.of(site));
      site.awaitRecord(id, run -> run.has("run.waiting"));
      site.runs().say(id, "line:approve", JsonNodeFactory.instance.objectNode());
      RecordedRun before = site.awaitRecord(id, run -> run.has("tool-call.completed"));

      site.server().kill();
      site.server().start();

      RecordedRun run = site.awaitStatus(id, "COMPLETED").assertSound().assertContinues(before);
      reader.assertSawAll(run.events());
      assertThat(site.effects("streamed")).containsExactly("line");
      assertShowsAll(reader.seen());
    }
  }

  private static void assertShowsAll(List<RecordedEvent> seen) {
    assertThat(only(seen, "phase.started").path("prompt").asText()).isEqualTo("Write to streamed.");
    assertThat(only(seen, "tool-call.asked").path("question").asText())
        .as("what the person is asked")
        .contains("append_file");
    assertThat(only(seen, "tool-call.decided").path("by").asText()).isEqualTo("operator");
    assertThat(all(seen, "model.replied"))
        .hasSize(2)
        .allSatisfy(reply -> assertThat(reply.path("cost").path("amount").asDouble()).isPositive());
    JsonNode retry = only(seen, "model.retrying");
    assertThat(retry.path("attempt").asInt()).isEqualTo(1);
    assertThat(retry.path("failure").path("code").asText()).isEqualTo("overloaded");
    assertShowsRecovery(seen);
  }

  /** The server that was lost held the run: no event says that it gave the run back. */
  private static void assertShowsRecovery(List<RecordedEvent> seen) {
    List<RecordedEvent> admitted =
        seen.stream().filter(it -> it.type().equals("run.admitted")).toList();
    assertThat(admitted).as("submitted, approved, and after the kill").hasSize(3);
    RecordedEvent recovery = admitted.getLast();
    assertThat(recovery.epoch()).isGreaterThan(admitted.get(1).epoch());
    assertThat(recovery.data().path("server")).isNotEqualTo(admitted.get(1).data().path("server"));
    assertThat(seen.get(seen.indexOf(recovery) - 1).type()).isEqualTo("tool-call.completed");
  }

  private static JsonNode only(List<RecordedEvent> seen, String type) {
    List<JsonNode> found = all(seen, type);
    assertThat(found).as(type).hasSize(1);
    return found.getFirst();
  }

  private static List<JsonNode> all(List<RecordedEvent> seen, String type) {
    return seen.stream().filter(it -> it.type().equals(type)).map(RecordedEvent::data).toList();
  }
}
