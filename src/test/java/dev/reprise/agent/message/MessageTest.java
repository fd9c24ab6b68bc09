package dev.reprise.agent.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {

  private static final Block.Call CALL =
      new Block.Call(new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT));

  @Test
  void aUsersMessageHasBlocksButNoCallsOrReasoning() {
    assertThatThrownBy(() -> new Message.User(List.of(), Optional.empty()))
        .hasMessageContaining("at least one block");
    assertThatThrownBy(() -> new Message.User(List.of(CALL), Optional.empty()))
        .hasMessageContaining("calls");
    assertThatThrownBy(() -> new Message.User(List.of(new Block.Reasoning("hm")), Optional.empty()))
        .hasMessageContaining("reasoning");
    assertThatThrownBy(() -> new Message.User(List.of(new Block.Text("x")), Optional.of(" ")))
        .hasMessageContaining("blank");
    assertThat(new Message.User("").text()).isEmpty();
  }

  @Test
  void refusesTwoCallsWithOneId() {
    assertThatThrownBy(() -> new Message.Assistant(List.of(CALL, CALL), Optional.empty()))
        .hasMessageContaining("different ids");
  }

  @Test
  void aReplyOfTextAndCallsEqualsOneOfBlocks() {
    assertThat(new Message.Assistant("so", List.of(CALL.call())))
        .isEqualTo(new Message.Assistant(List.of(new Block.Text("so"), CALL), Optional.empty()));
    assertThat(new Message.Assistant("", List.of(CALL.call())).blocks()).containsExactly(CALL);
  }

  @Test
  void copiesItsLists() {
    List<Block> blocks = new ArrayList<>(List.of(CALL));
    var message = new Message.Assistant(blocks, Optional.empty());

    blocks.clear();

    assertThat(message.blocks()).containsExactly(CALL);
  }

  @Test
  void aJsonNullMeansNone() {
    assertThat(new Block.Reasoning("", Optional.of(JsonValue.NULL)))
        .isEqualTo(new Block.Reasoning(""));
    assertThat(new Message.Assistant(List.of(), Optional.of(JsonValue.NULL)).metadata()).isEmpty();
    assertThat(new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT, Optional.of(JsonValue.NULL)))
        .isEqualTo(CALL.call());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "data:image/png;base64,AA", "DATA:,x"})
  void anImageIsAReference(String source) {
    assertThatThrownBy(() -> new Block.Image(source, "image/png"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "2048, image/png, true",
    "2049, image/png, false",
    "9, text/html, false",
    "9, image/, false"
  })
  void anImageHasABoundedReferenceAndAMediaType(int length, String type, boolean allowed) {
    String source = "x".repeat(length);

    if (allowed) {
      assertThat(new Block.Image(source, type).source()).isEqualTo(source);
    } else {
      assertThatThrownBy(() -> new Block.Image(source, type))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
