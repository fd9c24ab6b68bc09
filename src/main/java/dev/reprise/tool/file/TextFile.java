package dev.reprise.tool.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;

import dev.reprise.tool.ToolException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.Channels;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The result of reading a file as text. */
sealed interface TextFile {

  /** The largest file that is read or edited as a whole. */
  int MAX_BYTES = 8 * 1024 * 1024;

  /** The whole file, which is UTF-8. */
  record Text(String text) implements TextFile {}

  /** The file has more bytes than the caller allows; none were kept. */
  record TooLarge() implements TextFile {}

  /** The file has bytes that are not UTF-8, or a zero byte. */
  record NotText() implements TextFile {}

  /** Reads a real path, which must not have become a link. */
  static TextFile read(Path file, int maxBytes) throws IOException {
    byte[] bytes;
    try (var in = Channels.newInputStream(Files.newByteChannel(file, READ, NOFOLLOW_LINKS))) {
      bytes = in.readNBytes(maxBytes + 1);
    }
    if (bytes.length > maxBytes) {
      return new TooLarge();
    }
    for (byte b : bytes) {
      if (b == 0) {
        return new NotText();
      }
    }
    try {
      return new Text(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return new NotText();
    }
  }

  /**
   * Returns a text as the bytes of a file.
   *
   * @throws ToolException {@code invalid_text} if it has an unpaired surrogate, which no file can
   *     hold
   */
  static ByteBuffer bytesOf(String text) throws ToolException {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
    } catch (CharacterCodingException e) {
      throw new ToolException("invalid_text", "the content has an unpaired surrogate");
    }
  }
}
