package dev.reprise.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Lines of a stream that someone else writes, none of which is held in memory beyond a limit. */
final class BoundedLines {

  private static final int BUFFER = 8 * 1024;

  private final InputStream in;
  private final int maxBytes;
  private final byte[] buffer = new byte[BUFFER];
  private int at;
  private int end;

  /**
   * @param maxBytes how much of a line is kept
   */
  BoundedLines(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /**
   * A line, without what ends it.
   *
   * @param isWhole whether nothing was left out of it
   */
  record Line(String text, boolean isWhole) {}

  /** Returns the next line, or empty behind the last; reads a long one to its end all the same. */
  Optional<Line> next() throws IOException {
    var line = new ByteArrayOutputStream();
    boolean isWhole = true;
    boolean any = false;
    for (int next = read(); next >= 0; next = read()) {
      any = true;
      if (next == '\n') {
        break;
      }
      if (line.size() < maxBytes) {
        line.write(next);
      } else {
        isWhole = false;
      }
    }
    if (!any) {
      return Optional.empty();
    }
    String text = line.toString(StandardCharsets.UTF_8);
    return Optional.of(
        new Line(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text, isWhole));
  }

  private int read() throws IOException {
    if (at == end) {
      end = in.read(buffer);
      at = 0;
      if (end <= 0) {
        end = 0;
        return -1;
      }
    }
    return buffer[at++] & 0xff;
  }
}
