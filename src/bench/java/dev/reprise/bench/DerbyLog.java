package dev.reprise.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The bytes that Derby has written to its log: the files {@code log1.dat} and on. Derby fills a
 * file with zeros before it writes into it, so the count ends at the last byte that is not zero.
 * Derby deletes files after a checkpoint, so the count remembers their sizes.
 */
final class DerbyLog implements DatabaseLog {

  private final Path directory;
  private final Map<String, Long> bytesOfFile = new TreeMap<>();

  /**
   * @param database the database's directory
   */
  DerbyLog(Path database) {
    this.directory = database.resolve("log");
  }

  @Override
  public long bytes() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(DerbyLog::isLog).toList()) {
        measure(file);
      }
    }
    return bytesOfFile.values().stream().mapToLong(Long::longValue).sum();
  }

  private void measure(Path file) throws IOException {
    try {
      byte[] content = Files.readAllBytes(file);
      int end = content.length;
      while (end > 0 && content[end - 1] == 0) {
        end--;
      }
      bytesOfFile.put(file.toString(), (long) end);
    } catch (NoSuchFileException e) {
      // deleted since it was listed; the size that was read before counts
    }
  }

  @Override
  public void close() {
    // holds nothing open
  }

  private static boolean isLog(Path file) {
    return file.getFileName().toString().matches("log\\d+\\.dat");
  }
}
