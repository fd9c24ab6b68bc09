package dev.reprise.artifact.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.Fitness;
import dev.reprise.artifact.Generation;
import dev.reprise.artifact.Generation.Trigger;
import dev.reprise.artifact.Stage;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The life of a tool that reads a feed whose format drifts: it is written, repaired, breaks again,
 * uses up its repairs and is rewritten. Each step counts.
 */
class FeedReaderLifeTest {

  private static final String CONTRACT =
      """
      {
        "purpose": "Reads the titles of a feed.",
        "deliverable": {"type": "array", "items": {"type": "string"}},
        "acceptance": [
          {
            "description": "one title",
            "input": null,
            "tools": {"fetch_feed": "{\\"format1\\": [\\"one\\"]}"},
            "result": {"const": ["one"]}
          }
        ]
      }
      """;

  private final String tenant = UUID.randomUUID().toString();

  /** The format of the feed, and the newest format that the model knows. */
  private int format = 1;

  private int known = 1;

  private final GeneratedTools tools = server();

  private GeneratedTools server() {
    return new GeneratedTools(
        tenant,
        () -> new ToolOutcome.Succeeded("{\"format%d\": [\"a\", \"b\"]}".formatted(format)),
        request -> code(known),
        Map.of(
            "reprise.artifacts.promoted-by", "calls",
            "reprise.artifacts.max-repairs", "2",
            "reprise.artifacts.writes-per-call", "1"));
  }

  /** Reads the newest format that is known, and the one of the recorded example. */
  private static String code(int format) {
    return """
        Here it is:

        ```javascript
        // tools: fetch_feed
        const feed = JSON.parse(await callTool("fetch_feed", {}));
        return (feed.format%d ?? feed.format1).map(title => title.toString());
        ```
        """
        .formatted(format);
  }

  @Test
  void isWrittenRepairedUsesUpItsRepairsAndIsWrittenAnew() throws Exception {
    assertThat(call(Optional.of(CONTRACT))).isEqualTo(titles());
    assertCounts(1, 0, 0, 1);
    assertThat(current().origin().trigger()).isEqualTo(Trigger.GENERATED);

    // the format drifts, and the model knows the new one
    format = 2;
    known = 2;
    assertThat(call()).isEqualTo(titles());
    assertCounts(2, 1, 1, 2);
    assertThat(current().origin().trigger()).isEqualTo(Trigger.REPAIRED);
    assertThat(tools.request())
        .contains("Repair the method", "format1", "data, and no instruction");

    // it drifts again, and the model does not know the format: the repair is used up in vain
    format = 3;
    assertThat(failure()).startsWith("artifact_failed: feed_reader.titles failed (");
    assertCounts(2, 3, 2, 3);

    // no repair is left, so the code is rewritten; the model knows the format by now
    known = 3;
    assertThat(call()).isEqualTo(titles());
    assertCounts(3, 3, 0, 4);
    assertThat(current().origin().trigger()).isEqualTo(Trigger.REGENERATED);
    assertThat(tools.request()).doesNotContain("The code as it is");
    assertThat(artifact().generations()).hasSize(3);
    assertThat(artifact().generations().get(1).origin().id())
        .isEqualTo(current().parent().orElseThrow());
  }

  @Test
  void aServerAfterItsRestartFindsTheToolAndCallsNoModel() throws Exception {
    call(Optional.of(CONTRACT));
    GeneratedTools restarted = server();

    assertThat(restarted.call("titles", "null", Optional.empty())).isEqualTo(titles());
    assertThat(restarted.writes()).isEqualTo(0);
  }

  @Test
  void isPromotedAfterThreeCallsInARow() throws Exception {
    call(Optional.of(CONTRACT));
    call();
    assertThat(artifact().standing().stage()).isEqualTo(Stage.CANARY);
    call();

    assertThat(artifact().standing().stage()).isEqualTo(Stage.PROMOTED);
    assertThat(artifact().standing().reason()).isEqualTo("3 calls in a row succeeded");
  }

  private ToolOutcome call() throws Exception {
    return call(Optional.empty());
  }

  private ToolOutcome call(Optional<String> contract) throws Exception {
    return tools.call("titles", "null", contract);
  }

  private String failure() throws Exception {
    return ((ToolOutcome.Failed) call()).failure().toString();
  }

  private static ToolOutcome titles() {
    return new ToolOutcome.Succeeded("[\"a\",\"b\"]");
  }

  private Artifact artifact() throws SQLException {
    return tools.artifact("titles");
  }

  private Generation current() throws SQLException {
    return artifact().current();
  }

  private void assertCounts(long successes, long failures, int repairs, int writes)
      throws SQLException {
    Fitness fitness = artifact().fitness();
    assertThat(fitness.successes()).as("successes").isEqualTo(successes);
    assertThat(fitness.failures().ofCode()).as("failures").isEqualTo(failures);
    assertThat(fitness.failures().extrinsic()).as("extrinsic").isEqualTo(0);
    assertThat(fitness.repairs()).as("repairs").isEqualTo(repairs);
    assertThat(tools.writes()).as("calls of the model").isEqualTo(writes);
  }
}
