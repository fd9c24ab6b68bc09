package dev.reprise.tool.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The marks of the calls that changed a file or directory, newest first, at most {@value #KEPT}.
 * After a crash, they show whether a call had its effect.
 *
 * <p>They are stored in an extended attribute, {@value #ATTRIBUTE}, which moves with the file and
 * disappears with it. So no extra file needs to be cleaned up. Marks are missing on a file system
 * without such attributes. They are also lost if a program replaces the old file with a new one. So
 * a missing mark alone proves nothing.
 */
record AppliedCalls(List<String> lines) {

  static final String ATTRIBUTE = "reprise.calls";

  /**
   * The most calls that one reply is likely to make on one file. All marks must fit the 4 KB of
   * ext4.
   */
  static final int KEPT = 16;

  private static final int MAX_DETAIL_LENGTH = 160;

  AppliedCalls {
    lines = lines.stream().limit(KEPT).toList();
  }

  /** Returns the marks on a real path; none if it does not exist or its marks cannot be read. */
  static AppliedCalls on(Path path) {
    try {
      var view = view(path);
      var bytes = ByteBuffer.allocate(view.size(ATTRIBUTE));
      view.read(ATTRIBUTE, bytes);
      String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
      return new AppliedCalls(text.lines().toList());
    } catch (IOException | UnsupportedOperationException e) {
      return new AppliedCalls(List.of()); // a missing attribute is an IOException like any other
    }
  }

  /** Returns whether the file system of this path stores marks. */
  static boolean areKeptAt(Path path) throws IOException {
    return Files.getFileStore(path).supportsFileAttributeView(UserDefinedFileAttributeView.class);
  }

  /**
   * Returns these marks and the mark of one more call.
   *
   * @param detail what must be known of the call later, in one short line of ASCII
   */
  AppliedCalls with(String key, String detail) {
    if (detail.length() > MAX_DETAIL_LENGTH) {
      throw new IllegalArgumentException("a mark has no room for '%s'".formatted(detail));
    }
    return new AppliedCalls(Stream.concat(Stream.of(name(key) + detail), lines.stream()).toList());
  }

  /** Returns the detail of a call, if its mark is among these. */
  Optional<String> of(String key) {
    String name = name(key);
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()))
        .findFirst();
  }

  /**
   * Writes the marks to a file or directory, if its file system stores marks and the server may
   * write them.
   */
  void putOn(Path path) {
    if (lines.isEmpty()) {
      return;
    }
    try {
      byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
      view(path).write(ATTRIBUTE, ByteBuffer.wrap(bytes));
    } catch (IOException | UnsupportedOperationException e) {
      // The effect matters more: without a mark, a person judges a call that a crash interrupts.
    }
  }

  private static UserDefinedFileAttributeView view(Path path) {
    var view = Files.getFileAttributeView(path, UserDefinedFileAttributeView.class, NOFOLLOW_LINKS);
    if (view == null) {
      throw new UnsupportedOperationException("no extended attributes");
    }
    return view;
  }

  private static String name(String key) {
    return UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8)) + " ";
  }
}
