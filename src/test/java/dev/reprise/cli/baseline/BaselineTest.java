package dev.reprise.cli.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.fixture.Example;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a baseline keeps of a run, and what it reports of later ones. */
class BaselineTest {

  private static final String EVENTS =
      """
      [
        {"type": "run.admitted", "data": {"workspace": "here"}},
        {"type": "phase.started", "data": {"phase": "read", "prompt": "Read."}},
        {"type": "model.replied", "data": {"phase": "read", "iteration": 1, "blocks": [
          {"kind": "text", "text": "I look."},
          {"kind": "call", "id": "a", "tool": "look", "arguments": {"y": 1, "x": 2}},
          {"kind": "call", "id": "b", "tool": "look", "arguments": {}}]}},
        {"type": "tool-call.started", "data": {"phase": "read", "iteration": 1, "callId": "a"}},
        {"type": "tool-call.completed", "data": {"phase": "read", "iteration": 1, "callId": "b", "content": "B"}},
        {"type": "tool-call.completed", "data": {"phase": "read", "iteration": 1, "callId": "a", "content": "A"}},
        {"type": "model.replied", "data": {"phase": "read", "iteration": 2, "blocks": [{"kind": "text", "text": "Done."}]}},
        {"type": "phase.completed", "data": {"phase": "read", "output": "Done."}},
        {"type": "run.completed", "data": {"output": "Done."}}
      ]
      """;

  private static final Baseline BASELINE = baseline(List.of());

  private static Baseline baseline(List<String> ignored) {
    return new Baseline(
        new Baseline.Origin(
            "submit clerk",
            "clerk",
            "abc",
            List.of("scripted/default"),
            "1.0",
            Instant.parse("2026-01-01T00:00:00Z")),
        ignored,
        trace(EVENTS));
  }

  private static Trace trace(String events) {
    return Trace.of(Json.read(events));
  }

  private static List<String> differences(String from, String to) {
    return BASELINE.differences(trace(EVENTS.replace(from, to)));
  }

  @Test
  void hasTheStepsOfARunInTheOrderOfItsReplies() {
    assertThat(BASELINE.trace().steps())
        .extracting(Step::at)
        .containsExactly("read", "read/1", "read/1/a", "read/1/b", "read/2", "read/end", "end");
    assertThat(BASELINE.trace().steps().get(2).values())
        .hasToString("{tool=look, arguments={\"x\":2,\"y\":1}, result=A}");
  }

  @Test
  void isTheSameInWhateverOrderCallsEndAndHoweverOftenServersChange() {
    List<JsonNode> events = new ArrayList<>();
    Json.read(EVENTS).forEach(events::add);
    Collections.swap(events, 4, 5);
    events.add(3, Json.read("{\"type\": \"run.handed-over\", \"data\": {}}"));

    assertThat(BASELINE.differences(Trace.of(events))).isEmpty();
  }

  @Test
  void reportsWhatDiffersStepByStep() {
    assertThat(differences("\"content\": \"A\"", "\"content\": \"C\""))
        .containsExactly("read/1/a: result was 'A', is 'C'");
    assertThat(differences("\"id\": \"b\"", "\"id\": \"c\""))
        .containsExactly(
            "read/1/b: tool was 'look', is absent",
            "read/1/b: arguments was '{}', is absent",
            "read/1/c: is new: {tool=look, arguments={}}");
    assertThat(differences("\"output\": \"Done.\"}}\n]", "\"output\": \"Never.\"}}\n]"))
        .containsExactly("end: output was 'Done.', is 'Never.'");
    assertThat(
            differences(
                "{\"type\": \"phase.completed\", \"data\": {\"phase\": \"read\", \"output\": \"Done.\"}},",
                ""))
        .containsExactly("read/end: is missing");
  }

  @Test
  void reportsAsThePageShows() {
    String events =
        """
        [{"type": "model.replied", "data": {"phase": "read", "iteration": 1, "blocks": [
          {"kind": "call", "id": "titles", "tool": "call_artifact", "arguments": {}}]}},
         {"type": "tool-call.completed", "data": {"phase": "read", "iteration": 1, "callId": "titles", "content": "%s"}},
         %s]
        """;
    String second =
        "{\"type\": \"model.replied\", \"data\": {\"phase\": \"read\", \"iteration\": 2, \"blocks\": []}}";
    var before =
        new Baseline(
            BASELINE.origin(), List.of(), trace(events.formatted("[\\\"a\\\",\\\"b\\\"]", second)));

    assertThat(before.differences(trace(events.formatted("[]", "{}"))))
        .isEqualTo(Example.of("baselines.md", "is missing").text().lines().toList());
  }

  @Test
  void reportsAnotherOrder() {
    List<JsonNode> events = new ArrayList<>();
    Json.read(EVENTS).forEach(events::add);
    Collections.swap(events, 2, 6);

    assertThat(BASELINE.differences(Trace.of(events)))
        .containsExactly("read/1: comes after read/2 now");
  }

  @Test
  void leavesOutWhatMayDiffer() {
    Trace other = trace(EVENTS.replace("\"content\": \"A\"", "\"content\": \"C\""));

    assertThat(baseline(List.of("read/1/a.result")).differences(other)).isEmpty();
    assertThat(baseline(List.of("read/*/a")).differences(other)).isEmpty();
    assertThat(baseline(List.of("*.result")).differences(other)).isEmpty();
    assertThat(baseline(List.of("read/1/b.*", "read/1/a.failure")).differences(other)).hasSize(1);
  }

  @Test
  void keepsTheDigestOfALongText() {
    Trace one = trace(EVENTS.replace("\"A\"", "\"" + "a".repeat(5_000) + "\""));
    Trace other = trace(EVENTS.replace("\"A\"", "\"" + "a".repeat(4_999) + "b\""));

    assertThat(one.steps().get(2).values().get("result")).hasSizeLessThan(400);
    assertThat(one).isNotEqualTo(other);
  }

  @Test
  void keepsEachDelegationOfACallWithoutIds() {
    String delegated =
        """
        [{"type": "tool-call.delegated", "data": {"phase": "read", "iteration": 1, "callId": "a",
          "agent": "tool-writer", "input": {"base": "%1$s", "trigger": "GENERATED"}}},
         {"type": "tool-call.returned", "data": {"phase": "read", "iteration": 1, "callId": "a", "output": "one"}},
         {"type": "tool-call.delegated", "data": {"phase": "read", "iteration": 1, "callId": "a",
          "agent": "tool-writer", "input": {"base": "%1$s", "trigger": "REPAIRED"}}},
         {"type": "tool-call.returned", "data": {"phase": "read", "iteration": 1, "callId": "a", "output": "two"}}]
        """;
    Trace trace = trace(delegated.formatted(UUID.randomUUID()));

    assertThat(trace).isEqualTo(trace(delegated.formatted(UUID.randomUUID())));
    assertThat(trace.steps().getFirst().values())
        .containsEntry("agentInput", "{\"base\":\"<id>\",\"trigger\":\"GENERATED\"}")
        .containsEntry("agentOutput", "one")
        .containsEntry("agentInput2", "{\"base\":\"<id>\",\"trigger\":\"REPAIRED\"}")
        .containsEntry("agentOutput2", "two");
  }

  @Test
  void isReadAsItWasWritten(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("baseline.json");
    Baseline written = baseline(List.of("*.result"));
    written.write(file);

    assertThat(Baseline.read(file)).isEqualTo(written);
    Files.writeString(file, Files.readString(file).replace("2026-01-01T", "yesterday"));
    assertThatThrownBy(() -> Baseline.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("origin.at must be a time");
    Files.writeString(file, "{}");
    assertThatThrownBy(() -> Baseline.read(file)).isInstanceOf(IllegalArgumentException.class);
  }
}
