package dev.reprise.platform;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads texts no further than a bound, because a pipe or a device has no size beforehand. */
public final class BoundedText {

  private BoundedText() {}

  /** Returns the text of a file; see below. */
  public static Optional<String> of(Path file, int maxBytes) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return of(in, maxBytes);
    }
  }

  /**
   * Returns a text in UTF-8; empty if it has more bytes than these.
   *
   * @throws java.nio.charset.CharacterCodingException if it is not UTF-8
   */
  public static Optional<String> of(InputStream in, int maxBytes) throws IOException {
    byte[] bytes = in.readNBytes(maxBytes + 1);
    return bytes.length > maxBytes
        ? Optional.empty()
        : Optional.of(
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
  }
}
