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
 * The calls that left their mark on a file or directory, newest first, at most {@value #KEPT}: so
 * that it can be told behind a crash whether a call had its effect.
 *
 * <p>They rest in an extended attribute, {@value #ATTRIBUTE}, which goes where the file goes and
 * disappears with it; nothing lies beside the file that somebody would have to clear up. A file
 * system that keeps no such attributes keeps no marks, and neither does a program that writes a new
 * file in the place of the old one: that a mark is missing proves nothing by itself.
 */
record AppliedCalls(List<String> lines) {

  static final String ATTRIBUTE = "reprise.calls";

  /** As many calls as a reply may well have for one file; all must fit the 4 KB that ext4 has. */
  static final int KEPT = 16;

  private static final int MAX_DETAIL_LENGTH = 160;

  AppliedCalls {
    lines = lines.stream().limit(KEPT).toList();
  }

  /** Returns the marks on a real path; none if nothing is there or no marks can be read. */
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

  /** Returns whether the file system of this path keeps marks. */
  static boolean areKeptAt(Path path) throws IOException {
    return Files.getFileStore(path).supportsFileAttributeView(UserDefinedFileAttributeView.class);
  }

  /**
   * Returns these marks and that of one more call.
   *
   * @param detail what is to be known of the call later, in one short line of ASCII
   */
  AppliedCalls with(String key, String detail) {
    if (detail.length() > MAX_DETAIL_LENGTH) {
      throw new IllegalArgumentException("a mark has no room for '%s'".formatted(detail));
    }
    return new AppliedCalls(Stream.concat(Stream.of(name(key) + detail), lines.stream()).toList());
  }

  /** Returns the detail of a call, if it left its mark. */
  Optional<String> of(String key) {
    String name = name(key);
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()))
        .findFirst();
  }

  /** Puts the marks on a file or directory, where its file system keeps some and the server may. */
  void putOn(Path path) {
    if (lines.isEmpty()) {
      return;
    }
    try {
      byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
      view(path).write(ATTRIBUTE, ByteBuffer.wrap(bytes));
    } catch (IOException | UnsupportedOperationException e) {
      // The effect is what was asked for; without a mark, a crash in it is for a person to judge.
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
