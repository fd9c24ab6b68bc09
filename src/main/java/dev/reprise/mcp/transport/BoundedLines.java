package dev.reprise.mcp.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads the lines of an untrusted stream, and holds no more of each in memory than a limit. Tested
 * by {@code HostileServerTest}.
 */
final class BoundedLines {

  private static final int BUFFER = 8 * 1024;
  private static final int MAX_ENDING = 256;

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
   * @param text its beginning, up to the limit
   * @param ending its last 256 bytes if it is longer; else empty
   * @param isWhole whether the line was within the limit
   */
  record Line(String text, String ending, boolean isWhole) {}

  /** Returns the next line, or empty after the last one; reads a long line to its end too. */
  Optional<Line> next() throws IOException {
    var line = new ByteArrayOutputStream();
    var ending = new ByteArrayOutputStream();
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
        keep(ending, next);
      }
    }
    if (!any) {
      return Optional.empty();
    }
    String text = line.toString(StandardCharsets.UTF_8);
    return Optional.of(
        new Line(
            text.endsWith("\r") ? text.substring(0, text.length() - 1) : text,
            end(ending.toString(StandardCharsets.UTF_8)),
            isWhole));
  }

  /** Drops what is no longer near the end from time to time, not with each byte. */
  private static void keep(ByteArrayOutputStream ending, int next) {
    if (ending.size() == 2 * MAX_ENDING) {
      byte[] kept = Arrays.copyOfRange(ending.toByteArray(), MAX_ENDING, 2 * MAX_ENDING);
      ending.reset();
      ending.writeBytes(kept);
    }
    ending.write(next);
  }

  private static String end(String text) {
    return text.substring(Math.max(0, text.length() - MAX_ENDING));
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
