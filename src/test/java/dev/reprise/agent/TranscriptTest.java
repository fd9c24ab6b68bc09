package dev.reprise.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TranscriptTest {

  private static final Message.User FIRST = new Message.User("first");
  private static final Message.User SECOND = new Message.User("second");
  private static final Message.User OTHER = new Message.User("other");

  @Test
  void keepsWhatItWasWhenAnotherGrowsOutOfIt() {
    Transcript before = Transcript.startingWith("first");

    Transcript after = before.with(List.of(SECOND));

    assertThat(before.messages()).containsExactly(FIRST);
    assertThat(after.messages()).containsExactly(FIRST, SECOND);
    assertThat(after.last()).isEqualTo(SECOND);
  }

  @Test
  void growsTwiceInTwoWays() {
    Transcript before = Transcript.startingWith("first");

    Transcript one = before.with(List.of(SECOND));
    Transcript two = before.with(List.of(OTHER)).with(List.of(SECOND));

    assertThat(one.messages()).containsExactly(FIRST, SECOND);
    assertThat(two.messages()).containsExactly(FIRST, OTHER, SECOND);
    assertThat(one).isNotEqualTo(two).isEqualTo(new Transcript(List.of(FIRST, SECOND)));
  }

  @Test
  void takesNoPartInItsMakersLaterChanges() {
    List<Message> messages = new ArrayList<>(List.of(FIRST));
    var transcript = new Transcript(messages);

    messages.add(SECOND);

    assertThat(transcript.messages()).containsExactly(FIRST);
    assertThatThrownBy(() -> transcript.messages().add(SECOND))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
