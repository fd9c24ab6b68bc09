package dev.reprise.crash.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.cli.baseline.Baseline;
import dev.reprise.cli.baseline.Trace;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import dev.reprise.telemetry.LogField;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A tool is written, called without a model, and repaired after the format of its source has
 * drifted, on a server that is killed while the model writes.
 */
class GeneratedToolIT {

  private static final Site SITE =
      Site.named(
          "generated",
          ServerOptions.DEFAULT
              .with("REPRISE_AGENTS_DIR", Site.agents("generated").toString())
              .with("REPRISE_ARTIFACTS_PROMOTED_BY", "calls")
              .with("REPRISE_ARTIFACTS_MAX_REPAIRS", "1")
              .with("WLP_LOGGING_MESSAGE_FORMAT", "json"));

  private static final String ANSWER = "[\"a\",\"b\"]";

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
  }

  @Test
  void isWrittenOnceAndRepairedOnceThoughTheServerIsKilledMeanwhile() throws IOException {
    feed("format1");
    RecordedRun written = killedWhileItWrites(SITE.submit("reader"));
    assertThat(fitness().path("successes").asInt()).isEqualTo(1);
    JsonNode origin = artifact().at("/document/generations/0/origin");
    assertThat(origin.at("/provenance/run").asText()).isEqualTo(child(written));
    assertThat(origin.at("/provenance/model").asText()).isEqualTo("default of scripted");
    System.out.println("cold call of a generated tool: " + duration(written));

    RecordedRun warm = SITE.awaitStatus(SITE.submit("again"), "COMPLETED").assertSound();
    assertThat(output(warm)).isEqualTo(ANSWER);
    assertThat(warm.has("tool-call.delegated")).isFalse();
    assertThat(warm.count("model.replied")).isEqualTo(2);
    assertThat(code(written)).containsExactly("GENERATED");
    assertThat(code(warm)).containsExactly("PERSISTED");
    System.out.println("warm call of a generated tool: " + duration(warm));

    feed("format2");
    RecordedRun repaired = killedWhileItWrites(SITE.submit("again"));
    assertThat(artifact().at("/document/generations/0/origin/trigger").asText())
        .isEqualTo("REPAIRED");
    assertThat(fitness().path("successes").asInt()).isEqualTo(3);
    assertThat(fitness().path("adaptive").asInt()).isEqualTo(1);
    assertThat(fitness().path("repairs").asInt()).isEqualTo(1);
    assertThat(code(repaired)).containsExactly("PERSISTED adaptive", "REPAIRED");
    assertThat(artifact().at("/changes/0/diff").asText()).contains("format2 ?? ");
    System.out.println("call with the repair of a generated tool: " + duration(repaired));

    assertDoesTheSame(warm, repaired);

    assertThatAgentsAreToldOfItOnceItHasProvedItself();

    feed("format3");
    UUID third = SITE.submit("again");
    RecordedRun regenerated = SITE.awaitStatus(third, "COMPLETED").assertSound();
    assertThat(output(regenerated)).isEqualTo(ANSWER);
    assertThat(code(regenerated)).containsExactly("PERSISTED adaptive", "GENERATED");
    assertThat(artifact().at("/document/generations/0/origin/trigger").asText())
        .isEqualTo("REGENERATED");
    assertThat(artifact().at("/document/generations")).hasSize(3);
    assertThat(fitness().path("adaptive").asInt()).isEqualTo(2);
    assertThat(fitness().path("repairs").asInt()).isZero();
    assertThat(artifact().at("/artifact/stage").asText()).isEqualTo("CANARY");
    assertThatTheLogHasTheFieldsOf(third);
  }

  private static void assertThatTheLogHasTheFieldsOf(UUID run) throws IOException {
    JsonNode line =
        Files.readAllLines(SITE.server().log()).stream()
            .filter(it -> it.contains(": ran; ") && it.contains("program_source=generated"))
            .map(Json::read)
            .filter(it -> it.path("ext_run").asText().equals(run.toString()))
            .findFirst()
            .orElseThrow();

    assertThat(line.path("ext_program_source").asText()).isEqualTo("generated");
    assertThat(line.path("ext_artifact_hit").asText()).isEqualTo("false");
    assertThat(line.path("ext_artifact_adaptive_failure_count").asText()).isEqualTo("2");
    assertThat(line.path("ext_artifact_generation_trigger").asText())
        .isEqualTo("regenerate:budget_exhausted");
    for (LogField field : LogField.values()) {
      assertThat(line.path("ext_" + field.key()).asText()).as("%s", field).isNotEmpty();
    }
  }

  /** Returns which code the calls of a run have run, and how it failed if it did. */
  private static List<String> code(RecordedRun run) {
    return run.all("tool-call.code-ran")
        .map(it -> it.data().path("code"))
        .map(it -> it.path("source").asText() + " " + it.path("failureClass").asText())
        .map(String::strip)
        .toList();
  }

  /** A repair is all that distinguishes the two, as a baseline sees them. */
  private static void assertDoesTheSame(RecordedRun before, RecordedRun after) {
    var origin = new Baseline.Origin("submit again", "again", "", List.of(), "", Instant.EPOCH);
    var baseline = new Baseline(origin, List.of("read/1/titles.agent*"), trace(before));

    assertThat(baseline.differences(trace(after))).isEmpty();
  }

  private static Trace trace(RecordedRun run) {
    return Trace.of(
        run.events().stream()
            .<JsonNode>map(
                it ->
                    JsonNodeFactory.instance
                        .objectNode()
                        .put("type", it.type())
                        .set("data", it.data()))
            .toList());
  }

  @Test
  void codeThatIsRefusedIsWrittenAgainByAnotherRun() {
    UUID run = SITE.submit("counting");

    RecordedRun record = SITE.awaitStatus(run, "COMPLETED").assertSound().assertChained(run);

    assertThat(output(record)).isEqualTo("3");
    assertThat(record.all("tool-call.delegated").map(it -> it.data().path("child").asText()))
        .hasSize(2)
        .doesNotHaveDuplicates();
    assertThat(record.count("tool-call.started")).isEqualTo(3);
  }

  private static void assertThatAgentsAreToldOfItOnceItHasProvedItself() {
    SITE.awaitStatus(SITE.submit("again"), "COMPLETED");
    assertThat(artifact().at("/artifact/stage").asText()).isEqualTo("CANARY");
    RecordedRun third = SITE.awaitStatus(SITE.submit("again"), "COMPLETED");
    assertThat(prompt(third)).isEqualTo("Read the titles.");
    assertThat(artifact().at("/artifact/stage").asText()).isEqualTo("PROMOTED");

    RecordedRun told = SITE.awaitStatus(SITE.submit("again"), "COMPLETED");
    assertThat(prompt(told))
        .contains("- role feed_reader, method titles: \"Reads the titles of a feed.\"");
  }

  private static String prompt(RecordedRun run) {
    return run.first("phase.started").data().path("prompt").asText();
  }

  private static void feed(String format) throws IOException {
    Files.writeString(SITE.file("feed.json"), "{\"%s\": [\"a\", \"b\"]}".formatted(format));
  }

  /** Kills the server while the model writes code for a run, and returns the run's record. */
  private static RecordedRun killedWhileItWrites(UUID run) {
    UUID child =
        UUID.fromString(child(SITE.awaitRecord(run, record -> record.has("tool-call.delegated"))));
    await().atMost(Duration.ofSeconds(60)).until(() -> SITE.runs().list().containsKey(child));
    SITE.awaitRecord(child, record -> record.has("phase.started"));
    SITE.server().kill();
    SITE.server().start();

    RecordedRun record = SITE.awaitStatus(run, "COMPLETED").assertSound().assertChained(run);
    assertThat(output(record)).isEqualTo(ANSWER);
    assertThat(record.count("tool-call.delegated")).isEqualTo(1);
    assertThat(record.count("tool-call.returned")).isEqualTo(1);
    assertThat(record.count("tool-call.completed")).isEqualTo(1);
    assertThat(SITE.runs().read(child).assertSound().count("model.replied")).isEqualTo(1);
    return record;
  }

  private static String child(RecordedRun record) {
    return record.first("tool-call.delegated").data().path("child").asText();
  }

  private static String output(RecordedRun record) {
    return record.last().data().path("output").asText();
  }

  private static Duration duration(RecordedRun record) {
    return Duration.between(
        record.first("tool-call.started").at(), record.first("tool-call.completed").at());
  }

  private static JsonNode artifact() {
    return SITE.runs().http().get("api/v1/artifacts/feed_reader/titles");
  }

  private static JsonNode fitness() {
    return artifact().at("/artifact/fitness");
  }
}
