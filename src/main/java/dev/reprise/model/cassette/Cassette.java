package dev.reprise.model.cassette;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of calls, one per line, of at most 64 MiB. A line counts when its end is written. A
 * partial line, which a crash left, is skipped, and the next recorded call replaces it. Tested by
 * {@code RecordedModelTest}.
 *
 * @param name its name in agents' documents
 */
record Cassette(String name, Path file) {

  private static final System.Logger LOG = System.getLogger(Cassette.class.getName());
  private static final long MAX_BYTES = 64L * 1024 * 1024;
  private static final int BLOCK = 8192;

  /**
   * Returns the calls, oldest first.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if a line is not a recorded call; says which line
   */
  List<RecordedCall> calls() throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IllegalArgumentException(tooLarge());
    }
    String text = Files.readString(file);
    int end = text.lastIndexOf('\n') + 1;
    if (end < text.length()) {
      LOG.log(WARNING, this + ": skipped its last line, which has no end");
    }
    List<RecordedCall> calls = new ArrayList<>();
    int line = 0;
    for (int from = 0; from < end; ) {
      int to = text.indexOf('\n', from);
      calls.add(call(++line, text.substring(from, to)));
      from = to + 1;
    }
    return calls;
  }

  private RecordedCall call(int line, String text) {
    try {
      return CassetteJson.read(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "line %d of %s %s".formatted(line, this, e.getMessage()), e);
    }
  }

  /**
   * Appends a line durably: when this returns, no crash loses it. Several servers may append at the
   * same time, but not several threads of one server.
   *
   * @throws IOException if it cannot be written
   * @throws IllegalArgumentException if the file would become too large
   */
  void append(String line) throws IOException {
    try (var out = new RandomAccessFile(file.toFile(), "rw")) {
      FileLock lock = out.getChannel().lock();
      try {
        append((line + "\n").getBytes(StandardCharsets.UTF_8), out);
      } finally {
        lock.release();
      }
    }
  }

  private void append(byte[] line, RandomAccessFile out) throws IOException {
    long end = endOfLines(out);
    if (end < out.length()) {
      LOG.log(WARNING, this + ": removed its last line, which has no end");
      out.setLength(end);
    }
    if (end + line.length > MAX_BYTES) {
      throw new IllegalArgumentException(tooLarge());
    }
    out.seek(end);
    out.write(line);
    out.getFD().sync();
  }

  /** Returns the position after the last complete line. */
  private static long endOfLines(RandomAccessFile in) throws IOException {
    var block = new byte[BLOCK];
    for (long to = in.length(); to > 0; ) {
      int length = (int) Math.min(BLOCK, to);
      in.seek(to - length);
      in.readFully(block, 0, length);
      for (int i = length - 1; i >= 0; i--) {
        if (block[i] == '\n') {
          return to - length + i + 1;
        }
      }
      to -= length;
    }
    return 0;
  }

  private String tooLarge() {
    return "%s must have at most %d MiB".formatted(this, MAX_BYTES / (1024 * 1024));
  }

  @Override
  public String toString() {
    return "cassette '" + name + "'";
  }
}
