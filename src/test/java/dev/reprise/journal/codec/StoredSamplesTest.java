package dev.reprise.journal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.EventType;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every version of every type stays readable: the samples in {@link StoredSamples} are read as on
 * the day they were written. A new type or version needs a sample of its own.
 */
class StoredSamplesTest {

  private final EventCodec codec = new EventCodec();

  static Stream<Arguments> everyTypeAndVersion() {
    return Arrays.stream(EventType.values())
        .flatMap(
            type ->
                IntStream.rangeClosed(1, type.version())
                    .mapToObj(version -> Arguments.of(type, version)));
  }

  @ParameterizedTest
  @MethodSource("everyTypeAndVersion")
  void isReadAsOnTheDayItWasWritten(EventType type, int version) {
    String sample = StoredSamples.text(type, version);

    RunEvent event = codec.read(type.typeName(), version, sample);

    assertThat(EventType.of(event)).isEqualTo(type);
    if (version == type.version()) {
      assertThat(codec.write(event)).as("today's form").isEqualTo(sample);
    } else {
      String today = codec.write(event);
      assertThat(codec.read(type.typeName(), type.version(), today)).isEqualTo(event);
    }
  }

  @Test
  void readsAReplyThatWasWrittenBeforeRepliesHadBlocks() {
    assertThat(codec.read("model.replied", 1, StoredSamples.text(EventType.MODEL_REPLIED, 1)))
        .isEqualTo(
            new ModelEvent.Replied(
                "survey",
                1,
                List.of(
                    new Block.Text("text"),
                    new Block.Call(new ToolCall("c1", "put", new JsonValue("{\"x\":1E+5}")))),
                new Usage(3, 4),
                Optional.empty()));
  }

  @Test
  void theSampleOfAReplyHasEveryKindOfBlock() {
    var event =
        (ModelEvent.Replied)
            codec.read("model.replied", 2, StoredSamples.text(EventType.MODEL_REPLIED, 2));

    assertThat(event.blocks().stream().<Class<?>>map(Object::getClass))
        .containsAll(Arrays.asList(Block.class.getPermittedSubclasses()));
  }
}
