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

/**
 * Payloads as each version of each type was written, under {@code journal/<type>-<version>.json}. A
 * sample never changes, because rows are never rewritten.
 */
final class StoredSamples {

  private StoredSamples() {}

  static String text(EventType type, int version) {
    String name = "/journal/%s-%d.json".formatted(type.typeName(), version);
    try (InputStream in = StoredSamples.class.getResourceAsStream(name)) {
      assertThat(in)
          .as("src/test/resources%s: the payload as this version is first written", name)
          .isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns one event of each type. */
  static Stream<RunEvent> events(EventCodec codec) {
    return Arrays.stream(EventType.values())
        .map(type -> codec.read(type.typeName(), type.version(), text(type, type.version())));
  }
}
