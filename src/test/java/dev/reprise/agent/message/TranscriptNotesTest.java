package dev.reprise.agent.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TranscriptNotesTest {

  private static final Block.Reasoning THOUGHT = new Block.Reasoning("First");
  private static final Block.Text HALF = new Block.Text("half an ans");
  private static final Block.Call CALL =
      new Block.Call(new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT));

  @Test
  void keepsAWholeThoughtAndAsksToGoOn() {
    assertThat(cutOff(THOUGHT, HALF))
        .hasSize(2)
        .first()
        .isEqualTo(new Message.Assistant(List.of(THOUGHT, HALF), Optional.empty()));
    assertThat(lastOf(cutOff(THOUGHT, HALF))).contains("Go on exactly where it ends");
  }

  /** A provider refuses a thought without its signature, which comes last. */
  @Test
  void dropsAThoughtThatIsNotWhole() {
    assertThat(cutOff(HALF, THOUGHT))
        .first()
        .isEqualTo(new Message.Assistant(List.of(HALF), Optional.empty()));
  }

  @Test
  void dropsTheHalfOfACharacterInWhichItWasCut() {
    assertThat(cutOff(new Block.Text("Party \ud83c")))
        .first()
        .isEqualTo(new Message.Assistant("Party ", List.of()));
    assertThat(TranscriptNotes.whole("Party \ud83c\udf89")).isEqualTo("Party \ud83c\udf89");
  }

  @Test
  void namesReasoningThatUsedUpTheTokens() {
    assertThat(cutOff(THOUGHT)).hasSize(1);
    assertThat(lastOf(cutOff(THOUGHT))).contains("with reasoning alone");
    assertThat(lastOf(cutOff())).contains("before it had an answer").doesNotContain("alone");
  }

  @Test
  void givesEachCallTheResultThatItWasNotMade() {
    assertThat(cutOff(HALF, CALL).getLast())
        .isInstanceOfSatisfying(
            Message.ToolResult.class,
            result ->
                assertThat(((ToolOutcome.Failed) result.outcome()).failure().code())
                    .isEqualTo("reply_cut_off"));
  }

  private static List<Message> cutOff(Block... blocks) {
    return TranscriptNotes.cutOff(new Message.Assistant(List.of(blocks), Optional.empty()));
  }

  private static String lastOf(List<Message> messages) {
    return ((Message.User) messages.getLast()).text();
  }
}
