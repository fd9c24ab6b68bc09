package dev.reprise.journal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.EventType;
import dev.reprise.journal.RunEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;

/** A payload of each type as it is stored, under {@code journal/<type>-<version>.json}. */
final class StoredSamples {

  private StoredSamples() {}

  static String text(EventType type) {
    String name = "/journal/%s-%d.json".formatted(type.typeName(), type.version());
    try (InputStream in = StoredSamples.class.getResourceAsStream(name)) {
      assertThat(in).as("src/test/resources%s: the payload as it is stored", name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns one event of each type. */
  static Stream<RunEvent> events(EventCodec codec) {
    return Arrays.stream(EventType.values())
        .map(type -> codec.read(type.typeName(), type.version(), text(type)));
  }
}
