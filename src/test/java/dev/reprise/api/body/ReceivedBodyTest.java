package dev.reprise.api.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A body is read as it came, as often as needed, and leaves no file. */
class ReceivedBodyTest {

  private final Path directory;

  ReceivedBodyTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @ParameterizedTest
  @ValueSource(
      ints = {0, 1, ReceivedBody.IN_MEMORY, ReceivedBody.IN_MEMORY + 1, 5 * ReceivedBody.IN_MEMORY})
  void isReadAgainAsItCame(int length) throws IOException {
    byte[] bytes = bytes(length);

    try (var body = ReceivedBody.of(new ByteArrayInputStream(bytes), directory)) {
      assertThat(body.isInMemory()).isEqualTo(length <= ReceivedBody.IN_MEMORY);
      assertThat(body.from(0).readAllBytes()).isEqualTo(bytes);
      assertThat(body.from(0)).hasBinaryContent(bytes);
      assertThat(body.from(length).read()).isNegative();
    }
  }

  @Test
  void streamsDoNotDisturbEachOther() throws IOException {
    byte[] bytes = bytes(3 * ReceivedBody.IN_MEMORY);

    try (var body = ReceivedBody.of(new ByteArrayInputStream(bytes), directory)) {
      InputStream one = body.from(0);
      InputStream other = body.from(2);
      for (int i = 0; i < 100; i++) {
        assertThat((byte) one.read()).isEqualTo(bytes[i]);
        assertThat((byte) other.read()).isEqualTo(bytes[i + 2]);
      }
    }
  }

  @Test
  void leavesNoFile() throws IOException {
    try (var body =
        ReceivedBody.of(new ByteArrayInputStream(bytes(ReceivedBody.IN_MEMORY + 1)), directory)) {
      assertThat(body.isInMemory()).isFalse();
      assertThat(files()).as("not even one that a crash would leave").isEmpty();
    }
  }

  @Test
  void leavesNoFileOfABodyThatBreaks() throws IOException {
    var broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("the connection ended");
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            return read();
          }
        };
    var body =
        new SequenceInputStream(
            new ByteArrayInputStream(bytes(2 * ReceivedBody.IN_MEMORY)), broken);

    assertThatThrownBy(() -> ReceivedBody.of(body, directory)).hasMessage("the connection ended");
    assertThat(files()).isEmpty();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
