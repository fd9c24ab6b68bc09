package dev.reprise.tool;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A path as a model wrote it, parsed without access to any disk. Tested by {@code WorkspaceTest}.
 *
 * @param text as it was written
 * @param names the steps down from the root of the workspace, free of {@code .} and {@code ..};
 *     empty for the root itself
 */
record PathSyntax(String text, List<String> names) {

  /** More characters than any path in a workspace has. */
  private static final int MAX_LENGTH = 1_000;

  /** The bytes that common file systems allow for one name. */
  private static final int MAX_NAME_BYTES = 255;

  private static final int SHOWN_LENGTH = 80;
  private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:(/.*)?");

  PathSyntax {
    names = List.copyOf(names);
  }

  /**
   * Parses a path.
   *
   * @throws ToolException {@code invalid_path} if it is not a path, {@code path_outside_workspace}
   *     if its text alone leads outside
   */
  static PathSyntax of(String text) throws ToolException {
    refuseMalformed(text);
    if (text.startsWith("/") || text.startsWith("~") || DRIVE.matcher(text).matches()) {
      throw outside(text, "paths are relative to the workspace");
    }
    Deque<String> names = new ArrayDeque<>();
    for (String name : text.split("/", -1)) {
      switch (name) {
        case "", "." -> {}
        case ".." -> {
          if (names.pollLast() == null) {
            throw outside(text, "'..' goes above the workspace");
          }
        }
        default -> names.addLast(name);
      }
    }
    return new PathSyntax(text, List.copyOf(names));
  }

  /** Returns whether a slash at the end says that it is a directory. */
  boolean saysDirectory() {
    return text.endsWith("/");
  }

  ToolException failure(String code, String reason) {
    return failure(text, code, reason);
  }

  private static void refuseMalformed(String text) throws ToolException {
    if (text.isBlank()) {
      throw failure(text, "invalid_path", "a path is not empty; '.' is the workspace itself");
    }
    if (text.length() > MAX_LENGTH) {
      throw failure(text, "invalid_path", "a path must have at most " + MAX_LENGTH + " characters");
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw failure(text, "invalid_path", "a path has no control characters");
    }
    if (text.indexOf('\\') >= 0) {
      throw failure(text, "invalid_path", "names are separated by '/', and none has a backslash");
    }
    for (String name : text.split("/", -1)) {
      if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
        throw failure(
            text, "invalid_path", "a name must have at most " + MAX_NAME_BYTES + " bytes");
      }
    }
  }

  private static ToolException outside(String text, String reason) {
    return failure(text, "path_outside_workspace", reason);
  }

  private static ToolException failure(String text, String code, String reason) {
    String start = text.length() > SHOWN_LENGTH ? text.substring(0, SHOWN_LENGTH) + "…" : text;
    String shown = start.replaceAll("\\p{Cntrl}", "?");
    return new ToolException(code, "'%s': %s".formatted(shown, reason));
  }
}
