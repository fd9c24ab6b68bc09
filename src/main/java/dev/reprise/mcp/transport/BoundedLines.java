package dev.reprise.mcp.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads the lines of an untrusted stream, and holds no more of each in memory than a limit. */
final class BoundedLines {

  private static final int BUFFER = 8 * 1024;

  private final InputStream in;
  private final int maxBytes;
  private final byte[] buffer = new byte[BUFFER];
  private int at;
  private int end;

  /**
   * @param maxBytes the largest part of a line that is kept
   */
  BoundedLines(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /**
   * A line, without its line end.
   *
   * @param isWhole whether the line was within the limit
   */
  record Line(String text, boolean isWhole) {}

  /** Returns the next line, or empty after the last one; reads a long line to its end too. */
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
