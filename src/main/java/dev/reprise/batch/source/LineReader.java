package dev.reprise.batch.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads lines of UTF-8, which count from 1, of a bounded length. A byte order mark before the first
 * line is no part of it.
 */
final class LineReader {

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final InputStream in;
  private final int maxBytes;
  private int number;

  /**
   * @param in buffered
   */
  LineReader(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /** A line, or why it has no text. */
  sealed interface Line {

    int number();

    /** Its text, without the line break. */
    record Text(int number, String text, int bytes) implements Line {}

    /** It has more bytes than allowed. */
    record TooLong(int number) implements Line {}

    /** It is not UTF-8. */
    record NotText(int number) implements Line {}
  }

  /** Returns the next line, or empty at the end. */
  Optional<Line> next() throws IOException {
    int first = in.read();
    if (first < 0) {
      return Optional.empty();
    }
    number++;
    var bytes = new ByteArrayOutputStream();
    int length = 0;
    for (int next = first; next >= 0 && next != '\n'; next = in.read()) {
      if (length++ < maxBytes) {
        bytes.write(next);
      }
    }
    return Optional.of(length > maxBytes ? new Line.TooLong(number) : decoded(bytes.toByteArray()));
  }

  private Line decoded(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      boolean isMarked = number == 1 && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
      return new Line.Text(number, isMarked ? text.substring(1) : text, bytes.length);
    } catch (CharacterCodingException e) {
      return new Line.NotText(number);
    }
  }
}
