package dev.reprise.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.platform.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModelReplyTest {

  private static final JsonValue BROKEN = new JsonValue("{\"a\":");
  private static final JsonValue DEEP =
      new JsonValue("[".repeat(Json.MAX_DEPTH + 1) + "]".repeat(Json.MAX_DEPTH + 1));

  static List<Block> blocksThatCannotBeRecorded() {
    return List.of(
        new Block.Reasoning("", Optional.of(BROKEN)),
        new Block.Call(new ToolCall("c1", "look", BROKEN)),
        new Block.Call(new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT, Optional.of(BROKEN))),
        new Block.Other("acme", BROKEN),
        new Block.Other("acme", DEEP));
  }

  @ParameterizedTest
  @MethodSource("blocksThatCannotBeRecorded")
  void refusesJsonThatCannotBeReadAgain(Block block) {
    assertThatThrownBy(() -> new ModelReply(List.of(block), Usage.NONE, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not JSON");
  }

  @Test
  void refusesMetadataThatCannotBeReadAgain() {
    assertThatThrownBy(() -> new ModelReply(List.of(), Usage.NONE, Optional.of(BROKEN)))
        .hasMessageContaining("not JSON");
  }

  @Test
  void refusesTwoCallsWithOneId() {
    var call = new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT);

    assertThatThrownBy(() -> new ModelReply("", List.of(call, call), Usage.NONE))
        .hasMessageContaining("different ids");
  }

  @Test
  void returnsTheTextAndTheCallsAmongItsBlocks() {
    var one = new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT);
    var other = new ToolCall("c2", "look", JsonValue.EMPTY_OBJECT);

    var reply =
        new ModelReply(
            List.of(
                new Block.Text("so "),
                new Block.Call(one),
                new Block.Reasoning("hm"),
                new Block.Text("it is"),
                new Block.Call(other)),
            Usage.NONE,
            Optional.empty());

    assertThat(reply.text()).isEqualTo("so it is");
    assertThat(reply.calls()).containsExactly(one, other);
  }
}
