package dev.reprise.tool.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;

import dev.reprise.tool.ToolException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * An entry in the directory of a zip archive. Tested by {@code ListArchiveToolTest}.
 *
 * @param name as the archive has it, which may be anything: never a path of the workspace
 * @param bytes its size when unpacked, as the archive states it; -1 if it states none
 * @param packedBytes its size in the archive; -1 if the archive states none
 */
record ArchivedFile(String name, long bytes, long packedBytes) {

  /** The largest directory of an archive that is read, because it is read as a whole. */
  static final long MAX_DIRECTORY_BYTES = 16L * 1024 * 1024;

  private static final int SHOWN_LENGTH = 300;
  private static final int END = 0x06054b50;
  private static final int END_BYTES = 22;
  private static final int MAX_COMMENT_BYTES = 65_535;
  private static final int DIRECTORY_SIZE_AT = 12;

  /**
   * Reads the directory of an archive.
   *
   * @param file its real path
   * @param path as it was written
   * @throws ToolException {@code not_an_archive} if it is not a zip archive, {@code
   *     archive_too_large} if its directory has more than {@link #MAX_DIRECTORY_BYTES}
   */
  static List<ArchivedFile> in(Path file, String path) throws IOException, ToolException {
    long directory = directoryBytes(file);
    if (directory > MAX_DIRECTORY_BYTES) {
      throw new ToolException(
          "archive_too_large",
          "the directory of '%s' has more than %s bytes".formatted(path, MAX_DIRECTORY_BYTES));
    }
    if (directory < 0) {
      throw notAnArchive(path);
    }
    try (var zip = new ZipFile(file.toFile())) {
      return zip.stream()
          .map(
              entry ->
                  new ArchivedFile(entry.getName(), entry.getSize(), entry.getCompressedSize()))
          .toList();
    } catch (ZipException e) {
      throw notAnArchive(path);
    }
  }

  /** Returns its size when unpacked, or 0 if the archive states none. */
  long knownBytes() {
    return Math.max(0, bytes);
  }

  /** Returns whether its name would lead out of the directory into which an archive is unpacked. */
  boolean leadsOut() {
    String plain = name.replace('\\', '/');
    return plain.startsWith("/")
        || plain.matches("[A-Za-z]:.*")
        || List.of(plain.split("/")).contains("..");
  }

  /** Returns the name for display: in one line, in reading order, and of limited length. */
  String shownName() {
    var shown = new StringBuilder();
    name.codePoints()
        .limit(SHOWN_LENGTH)
        .forEach(
            c -> {
              switch (Character.getType(c)) {
                case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED ->
                    shown.append("\\u{%x}".formatted(c));
                default -> shown.appendCodePoint(c);
              }
            });
    return name.codePointCount(0, name.length()) > SHOWN_LENGTH ? shown + "…" : shown.toString();
  }

  /**
   * Returns the size of the largest directory that the end of the file may describe, so that none
   * is read that is too large; negative if it describes none.
   */
  private static long directoryBytes(Path file) throws IOException {
    ByteBuffer tail = tail(file).order(ByteOrder.LITTLE_ENDIAN);
    long largest = -1;
    for (int at = 0; at + END_BYTES <= tail.limit(); at++) {
      if (tail.getInt(at) == END) {
        largest = Math.max(largest, Integer.toUnsignedLong(tail.getInt(at + DIRECTORY_SIZE_AT)));
      }
    }
    return largest;
  }

  private static ByteBuffer tail(Path file) throws IOException {
    try (var channel = FileChannel.open(file, READ, NOFOLLOW_LINKS)) {
      int length = (int) Math.min(channel.size(), END_BYTES + MAX_COMMENT_BYTES);
      ByteBuffer tail = ByteBuffer.allocate(length);
      channel.position(channel.size() - length);
      while (tail.hasRemaining() && channel.read(tail) >= 0) {}
      return tail.flip();
    }
  }

  private static ToolException notAnArchive(String path) {
    return new ToolException("not_an_archive", "'%s' is no zip archive".formatted(path));
  }
}
