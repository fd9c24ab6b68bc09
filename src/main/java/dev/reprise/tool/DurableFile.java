package dev.reprise.tool;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.UUID;

/**
 * A file that is written such that what was reported as written outlives a crash of the machine.
 *
 * @param path its real path; its directory exists
 */
record DurableFile(Path path) {

  /**
   * Puts the content in the place of the file, as a whole: a reader sees all of it or all of what
   * was there before.
   *
   * @param key names the attempt; what an earlier attempt of the same key left behind is removed
   * @throws IOException if the file is as it was before
   * @throws OutcomeUnknown if it was replaced and may be lost in a crash of the machine
   */
  void replace(ByteBuffer content, String key) throws IOException, OutcomeUnknown {
    String prefix =
        ".%s.tmp-".formatted(UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8)));
    removeLeftovers(prefix);
    Path draft = path.resolveSibling(prefix + UUID.randomUUID());
    try {
      try (var channel = FileChannel.open(draft, CREATE_NEW, WRITE)) {
        write(channel, content);
      }
      copyPermissions(draft);
      Files.move(draft, path, ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft); // still there only if something failed
    }
    try {
      syncDirectory();
    } catch (IOException e) {
      throw new OutcomeUnknown("the write", "it may not outlive a crash of the machine", e);
    }
  }

  /**
   * Adds the content to the end of the file, which is made if there is none.
   *
   * @throws IOException if nothing was added
   * @throws OutcomeUnknown if all, some or none of it was added
   */
  void append(ByteBuffer content) throws IOException, OutcomeUnknown {
    try (var channel = FileChannel.open(path, CREATE, APPEND, NOFOLLOW_LINKS)) {
      addTo(channel, content);
    }
  }

  private void addTo(FileChannel channel, ByteBuffer content) throws OutcomeUnknown {
    try {
      write(channel, content);
      syncDirectory();
    } catch (IOException e) {
      throw new OutcomeUnknown("the append", "the file may hold a part of it", e);
    }
  }

  private static void write(FileChannel channel, ByteBuffer content) throws IOException {
    while (content.hasRemaining()) {
      channel.write(content);
    }
    channel.force(true);
  }

  /** A name in a directory is durable only when the directory is. */
  private void syncDirectory() throws IOException {
    try (var directory = FileChannel.open(path.getParent(), READ)) {
      directory.force(true);
    }
  }

  private void removeLeftovers(String prefix) throws IOException {
    try (var leftovers = Files.newDirectoryStream(path.getParent(), prefix + "*")) {
      for (Path leftover : leftovers) {
        Files.deleteIfExists(leftover);
      }
    }
  }

  private void copyPermissions(Path draft) throws IOException {
    var before = Files.getFileAttributeView(path, PosixFileAttributeView.class, NOFOLLOW_LINKS);
    if (before != null && Files.exists(path, NOFOLLOW_LINKS)) {
      Files.setPosixFilePermissions(draft, before.readAttributes().permissions());
    }
  }
}
