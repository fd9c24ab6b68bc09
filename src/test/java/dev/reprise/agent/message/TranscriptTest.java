package dev.reprise.agent.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TranscriptTest {

  private static final Message.User FIRST = new Message.User("first");
  private static final Message.User SECOND = new Message.User("second");
  private static final Message.User OTHER = new Message.User("other");

  @Test
  void staysTheSameWhenItIsExtended() {
    Transcript before = Transcript.startingWith("first");

    Transcript after = before.with(List.of(SECOND));

    assertThat(before.messages()).containsExactly(FIRST);
    assertThat(after.messages()).containsExactly(FIRST, SECOND);
    assertThat(after.last()).isEqualTo(SECOND);
  }

  @Test
  void canBeExtendedTwice() {
    Transcript before = Transcript.startingWith("first");

    Transcript one = before.with(List.of(SECOND));
    Transcript two = before.with(List.of(OTHER)).with(List.of(SECOND));

    assertThat(one.messages()).containsExactly(FIRST, SECOND);
    assertThat(two.messages()).containsExactly(FIRST, OTHER, SECOND);
    assertThat(one).isNotEqualTo(two).isEqualTo(new Transcript(List.of(FIRST, SECOND)));
  }

  @Test
  void countsTheBytesOfUtf8ThatAModelReads() {
    var call = new ToolCall("c1", "put", new JsonValue("{\"a\":\"\u00fc\"}"));
    List<Message> more =
        List.of(
            new Message.Assistant("\u20ac\ud83d\ude00", List.of(call)),
            new Message.ToolResult(call, new ToolOutcome.Succeeded("\u00e9")),
            new Message.ToolResult(call, ToolOutcome.failed("gone", "\u00e9")));

    Transcript transcript = Transcript.startingWith("12345").with(more);

    String read =
        "12345" + "\u20ac\ud83d\ude00" + "c1put{\"a\":\"\u00fc\"}" + "c1\u00e9" + "c1gone: \u00e9";
    assertThat(transcript.bytes()).isEqualTo(read.getBytes(StandardCharsets.UTF_8).length);
    assertThat(new Transcript(transcript.messages()).bytes()).isEqualTo(transcript.bytes());
  }

  @Test
  void replacesMessagesAfterTheFirstByASummary() {
    var whole = new Transcript(List.of(FIRST, SECOND, OTHER, SECOND, OTHER));

    Transcript compacted = whole.compacted(2, new Message.User("sum"));

    assertThat(compacted.messages()).containsExactly(FIRST, new Message.User("sum"), SECOND, OTHER);
    assertThat(compacted.bytes()).isEqualTo(new Transcript(compacted.messages()).bytes());
    assertThat(whole.messages()).hasSize(5);
    assertThatThrownBy(() -> whole.compacted(4, FIRST)).hasMessageContaining("transcript of 5");
    assertThatThrownBy(() -> whole.compacted(0, FIRST)).hasMessageContaining("0 messages");
  }

  @Test
  void copiesItsList() {
    List<Message> messages = new ArrayList<>(List.of(FIRST));
    var transcript = new Transcript(messages);

    messages.add(SECOND);

    assertThat(transcript.messages()).containsExactly(FIRST);
    assertThatThrownBy(() -> transcript.messages().add(SECOND))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
