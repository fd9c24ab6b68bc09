package dev.reprise.api.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.definition.Documents;
import dev.reprise.model.ChatModel;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.platform.Json;
import dev.reprise.queue.fork.ToolCallRecord;
import dev.reprise.queue.fork.UndoPlan;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The document of an undo agent is valid, however long the plan is. */
class UndoAgentFactoryTest {

  private static final UUID RUN = UUID.fromString("11111111-2222-3333-4444-555555555555");

  @Test
  void requestsOneCallInEachTurnNewestFirst() {
    JsonNode turns = Json.read(UndoAgentFactory.document(plan(3))).at("/model/script/undo");

    assertThat(turns).hasSize(4);
    assertThat(
            Stream.of(0, 1, 2)
                .map(turn -> turns.get(turn).path("calls"))
                .peek(calls -> assertThat(calls).hasSize(1))
                .map(calls -> calls.at("/0/arguments/event").asInt()))
        .containsExactly(3, 2, 1);
    assertThat(turns.at("/0/calls/0/arguments/run").asText()).isEqualTo(RUN.toString());
    assertThat(turns.at("/3/text").asText())
        .isEqualTo("- {{calls.e3}}\n- {{calls.e2}}\n- {{calls.e1}}");
  }

  @Test
  void isValidForTheLongestPlan() {
    AgentDefinition agent =
        Documents.reader()
            .read(UndoAgentFactory.document(plan(2 * UndoPlan.MAX_CALLS)))
            .definition();

    assertThat(agent.runPolicy().limits().maxIterations()).isEqualTo(UndoPlan.MAX_CALLS + 1);
    assertThat(agent.phase("undo").limits().maxIterations()).isEqualTo(UndoPlan.MAX_CALLS + 1);
    assertThat(agent.phase("undo").tools()).containsExactly("undo_call");
    new ScriptedModel()
        .check(new ChatModel.ModelOptions(agent.models().first().options(), List.of("undo")));
  }

  private static UndoPlan plan(int calls) {
    return new UndoPlan(
        RUN,
        0,
        LongStream.iterate(calls, it -> it - 1)
            .limit(calls)
            .mapToObj(UndoAgentFactoryTest::entry)
            .toList());
  }

  private static UndoPlan.Entry entry(long event) {
    var call = new ToolCall("{{odd}}", "move_file", JsonValue.EMPTY_OBJECT);
    return new UndoPlan.Entry(
        new ToolCallRecord(event, event, Instant.EPOCH, "only", 1, call, false), Optional.empty());
  }
}
