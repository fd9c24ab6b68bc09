package dev.reprise.journal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.Block;
import dev.reprise.journal.EventType;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each type is read and written in the form of its sample in {@link StoredSamples}. */
class StoredSamplesTest {

  private final EventCodec codec = new EventCodec();

  @ParameterizedTest
  @EnumSource
  void isReadAndWrittenInOneForm(EventType type) {
    String sample = StoredSamples.text(type);

    RunEvent event = codec.read(type.typeName(), type.version(), sample);

    assertThat(EventType.of(event)).isEqualTo(type);
    assertThat(codec.write(event)).isEqualTo(sample);
  }

  @Test
  void theSampleOfAReplyHasEveryKindOfBlock() {
    var event =
        (ModelEvent.Replied)
            codec.read("model.replied", 1, StoredSamples.text(EventType.MODEL_REPLIED));

    assertThat(event.blocks().stream().<Class<?>>map(Object::getClass))
        .containsAll(Arrays.asList(Block.class.getPermittedSubclasses()));
  }
}
