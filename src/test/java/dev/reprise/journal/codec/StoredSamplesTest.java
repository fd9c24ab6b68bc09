package dev.reprise.journal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.EventType;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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
 * Payloads as each version of each type was written, under {@code journal/<type>-<version>.json}. A
 * sample never changes: rows are never rewritten, so what was written once is read for ever. A new
 * type, and a new version, brings its own.
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
  void isReadAsOnTheDayItWasWritten(EventType type, int version) throws IOException {
    String sample = sample(type, version);

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
  void readsAReplyThatWasWrittenBeforeRepliesHadBlocks() throws IOException {
    assertThat(codec.read("model.replied", 1, sample(EventType.MODEL_REPLIED, 1)))
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
  void theSampleOfAReplyHasEveryKindOfBlock() throws IOException {
    var event =
        (ModelEvent.Replied) codec.read("model.replied", 2, sample(EventType.MODEL_REPLIED, 2));

    assertThat(event.blocks().stream().<Class<?>>map(Object::getClass))
        .containsAll(Arrays.asList(Block.class.getPermittedSubclasses()));
  }

  private static String sample(EventType type, int version) throws IOException {
    String name = "/journal/%s-%d.json".formatted(type.typeName(), version);
    try (InputStream in = StoredSamplesTest.class.getResourceAsStream(name)) {
      assertThat(in)
          .as("src/test/resources%s: the payload as this version is first written", name)
          .isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }
}
