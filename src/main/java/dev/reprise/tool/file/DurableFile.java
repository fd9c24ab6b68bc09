package dev.reprise.tool.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import dev.reprise.tool.OutcomeUnknownException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Collections;
import java.util.Set;
import java.util.UUID;

/**
 * A file that is written durably: what was reported as written survives a crash of the machine.
 * Tested by {@code EditReconciliationTest}.
 *
 * @param path its real path; its directory exists
 */
record DurableFile(Path path) {

  /**
   * Replaces the file as a whole: a reader sees either all of the new content or all of the old.
   *
   * <p>Permissions and {@link AppliedCalls} stay. If hard links give the file more names, this name
   * gets a file of its own and the others keep the old content.
   *
   * @param key names the attempt; the temporary file of an earlier attempt with the same key is
   *     removed
   * @throws IOException if the file is unchanged
   * @throws OutcomeUnknownException if it was replaced and may be lost in a crash of the machine
   */
  void replace(ByteBuffer content, String key) throws IOException, OutcomeUnknownException {
    try (TemporaryFile draft = draft(content, key, AppliedCalls.on(path))) {
      draft.takePlace();
    }
  }

  /**
   * Writes the file's next content to a temporary file next to it.
   *
   * @param key as for {@link #replace}
   * @param marks that are written with the content: the file will have both or neither
   */
  TemporaryFile draft(ByteBuffer content, String key, AppliedCalls marks) throws IOException {
    String prefix =
        ".%s.tmp-".formatted(UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8)));
    removeLeftovers(prefix);
    var draft = new TemporaryFile(path.resolveSibling(prefix + UUID.randomUUID()), this);
    try (var channel = FileChannel.open(draft.path(), CREATE_NEW, WRITE)) {
      marks.putOn(draft.path());
      write(channel, content);
      copyPermissions(draft.path());
      return draft;
    } catch (IOException e) {
      draft.close();
      throw e;
    }
  }

  /** Returns its size in bytes, 0 if it does not exist. */
  long size() throws IOException {
    return Files.exists(path, NOFOLLOW_LINKS) ? Files.size(path) : 0;
  }

  /** Returns whether the file has other names, if the file system can tell. */
  boolean hasOtherNames() throws IOException {
    if (!Files.exists(path, NOFOLLOW_LINKS)
        || !path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return false;
    }
    return (int) Files.getAttribute(path, "unix:nlink", NOFOLLOW_LINKS) > 1;
  }

  /** Returns whether no user may write it. */
  boolean isReadOnly() throws IOException {
    var view = Files.getFileAttributeView(path, PosixFileAttributeView.class, NOFOLLOW_LINKS);
    if (view == null) {
      return !Files.isWritable(path);
    }
    return Collections.disjoint(
        view.readAttributes().permissions(), Set.of(OWNER_WRITE, GROUP_WRITE, OTHERS_WRITE));
  }

  /**
   * Adds the content to the end of the file, which is created if it does not exist.
   *
   * @throws IOException if nothing was added
   * @throws OutcomeUnknownException if all, some or none of it was added
   */
  void append(ByteBuffer content) throws IOException, OutcomeUnknownException {
    // Both are opened before anything is written: a failure to open one changes nothing.
    try (var channel = FileChannel.open(path, CREATE, APPEND, NOFOLLOW_LINKS);
        var directory = FileChannel.open(path.getParent(), READ)) {
      addTo(channel, directory, content);
    }
  }

  private static void addTo(FileChannel channel, FileChannel directory, ByteBuffer content)
      throws OutcomeUnknownException {
    try {
      write(channel, content);
      directory.force(true);
    } catch (IOException e) {
      throw new OutcomeUnknownException("the append", "the file may hold a part of it", e);
    }
  }

  private static void write(FileChannel channel, ByteBuffer content) throws IOException {
    while (content.hasRemaining()) {
      channel.write(content);
    }
    channel.force(true);
  }

  /**
   * Makes the names in the directory durable, which requires that the directory itself is synced.
   */
  void syncDirectory() throws IOException {
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
