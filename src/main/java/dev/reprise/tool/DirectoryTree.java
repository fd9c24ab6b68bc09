package dev.reprise.tool;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The directory tree of a workspace. It resolves the paths that a model writes to real paths, and
 * refuses those that lead outside. Tested by {@code WorkspaceTest}.
 *
 * @param root its real path
 */
record DirectoryTree(Path root) {

  /**
   * Opens a directory.
   *
   * @throws IllegalArgumentException if it is not an existing directory
   */
  static DirectoryTree of(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException("a workspace must be an existing directory");
    }
    try {
      return new DirectoryTree(directory.toRealPath());
    } catch (IOException e) {
      throw new UncheckedIOException("a workspace cannot be opened", e);
    }
  }

  /**
   * Returns the real path of something that exists.
   *
   * @throws ToolException if the path leads outside, or nothing is there
   */
  Path existing(PathSyntax written) throws ToolException {
    Path real = locate(written);
    if (!Files.exists(real, NOFOLLOW_LINKS)) {
      throw written.failure("not_found", "there is no such file or directory");
    }
    return real;
  }

  /**
   * Returns the real path of something that need not exist.
   *
   * @throws ToolException if the path leads outside
   */
  Path locate(PathSyntax written) throws ToolException {
    Path real = root;
    for (String name : written.names()) { // step by step, so that each link is checked
      real = step(real, name, written);
      if (!real.startsWith(root)) {
        throw written.failure("path_outside_workspace", "a link leads out of the workspace");
      }
    }
    return real;
  }

  /**
   * Returns whether the last name of a path is that of a symbolic link.
   *
   * @throws ToolException if the path above that name leads outside
   */
  boolean isLink(PathSyntax written) throws ToolException {
    if (written.names().isEmpty()) {
      return false;
    }
    int last = written.names().size() - 1;
    var above = new PathSyntax(written.text(), written.names().subList(0, last));
    return Files.isSymbolicLink(locate(above).resolve(written.names().get(last)));
  }

  /**
   * Checks that nothing but directories exists between the root and a real path.
   *
   * @throws ToolException if a file is where a directory is needed
   */
  void requireDirectoriesAbove(Path real, PathSyntax written) throws ToolException {
    for (Path directory : directoriesAbove(real)) {
      if (Files.exists(directory, NOFOLLOW_LINKS)) {
        requireDirectory(directory, written);
      }
    }
  }

  /**
   * Creates the directories between the root and a real path that do not exist.
   *
   * @throws ToolException if a file is where a directory is needed
   */
  void makeDirectoriesAbove(Path real, PathSyntax written) throws ToolException, IOException {
    for (Path directory : directoriesAbove(real)) {
      if (!Files.exists(directory, NOFOLLOW_LINKS)) {
        Files.createDirectories(directory); // another call may make it at the same time
      }
      requireDirectory(directory, written);
    }
  }

  private static Path step(Path from, String name, PathSyntax written) throws ToolException {
    try {
      Path next = from.resolve(name);
      return Files.exists(next, NOFOLLOW_LINKS) ? next.toRealPath() : next;
    } catch (InvalidPathException e) {
      throw written.failure("invalid_path", "this file system has no such names");
    } catch (FileSystemException e) {
      throw written.failure("path_outside_workspace", "a link leads nowhere that can be checked");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From the top down, without the root. */
  private List<Path> directoriesAbove(Path real) {
    List<Path> directories = new ArrayList<>();
    Path directory = root;
    for (int i = root.getNameCount(); i < real.getNameCount() - 1; i++) {
      directory = directory.resolve(real.getName(i));
      directories.add(directory);
    }
    return directories;
  }

  private static void requireDirectory(Path directory, PathSyntax written) throws ToolException {
    if (!Files.isDirectory(directory, NOFOLLOW_LINKS)) {
      throw written.failure("not_a_directory", "a file is where a directory is needed");
    }
  }
}
