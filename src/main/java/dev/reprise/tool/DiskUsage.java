package dev.reprise.tool;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * What a directory tree holds.
 *
 * @param bytes the sum of the sizes of its files
 * @param entries files, directories and links
 */
record DiskUsage(long bytes, long entries) {

  static final DiskUsage NONE = new DiskUsage(0, 0);

  DiskUsage plus(DiskUsage more) {
    return new DiskUsage(bytes + more.bytes, entries + more.entries);
  }

  DiskUsage minus(DiskUsage less) {
    return new DiskUsage(bytes - less.bytes, entries - less.entries);
  }

  /** Returns this usage, with 0 instead of negative numbers. */
  DiskUsage positive() {
    return new DiskUsage(Math.max(0, bytes), Math.max(0, entries));
  }

  /** Returns whether this exceeds a limit in bytes or in entries. */
  boolean exceeds(DiskUsage limit) {
    return bytes > limit.bytes || entries > limit.entries;
  }

  /**
   * Counts the content of a directory, without the directory itself. Links are not followed. What
   * cannot be read counts as an entry. The count ends once it exceeds the limit.
   *
   * @throws InterruptedException if this thread was interrupted during the count
   */
  static DiskUsage below(Path directory, DiskUsage limit) throws IOException, InterruptedException {
    var count = new Count(limit);
    try {
      Files.walkFileTree(directory, count);
    } catch (InterruptedIOException e) {
      throw new InterruptedException("interrupted while files were counted");
    }
    return count.found.minus(new DiskUsage(0, 1));
  }

  private static final class Count extends SimpleFileVisitor<Path> {

    private final DiskUsage limit;
    private DiskUsage found = NONE;

    private Count(DiskUsage limit) {
      this.limit = limit;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      return add(0);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      return add(attributes.size());
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      return add(0);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) {
      return FileVisitResult.CONTINUE;
    }

    private FileVisitResult add(long bytes) throws InterruptedIOException {
      if (Thread.interrupted()) {
        throw new InterruptedIOException();
      }
      found = found.plus(new DiskUsage(bytes, 1));
      return found.minus(new DiskUsage(0, 1)).exceeds(limit)
          ? FileVisitResult.TERMINATE
          : FileVisitResult.CONTINUE;
    }
  }
}
