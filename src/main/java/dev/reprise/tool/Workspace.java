package dev.reprise.tool;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The directory tree that a run may touch, and the guard at its border.
 *
 * <p>However a model writes a path, the real file behind it lies in this tree or the path is
 * refused. Symbolic links are fine as long as they stay inside. The guard holds against what a
 * model can write; it does not hold against another process that swaps directories for links while
 * a tool runs.
 */
public final class Workspace {

  private final Path root;
  private final WorkspaceTerms terms;

  /**
   * Opens a directory, with the protected names of the default and without a quota.
   *
   * @throws IllegalArgumentException if it is not an existing directory
   */
  public Workspace(Path directory) {
    this(real(directory), WorkspaceTerms.unlimited(real(directory)));
  }

  /**
   * @param root a real path of a directory, which is that of the terms or below it
   */
  Workspace(Path root, WorkspaceTerms terms) {
    this.root = root;
    this.terms = terms;
  }

  /**
   * Returns the real path of a directory that can be a workspace.
   *
   * @throws IllegalArgumentException if it is not an existing directory
   */
  static Path real(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException("a workspace is an existing directory");
    }
    try {
      return directory.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("a workspace cannot be opened", e);
    }
  }

  /**
   * Returns a directory in it as a workspace of its own, which shares its terms.
   *
   * @throws ToolException if the path is malformed, leads outside, or is not a directory
   */
  Workspace within(String path) throws ToolException {
    return new Workspace(directory(path), terms);
  }

  /**
   * Returns the real path of an existing file.
   *
   * @throws ToolException if the path is malformed, leads outside, or is not a regular file
   */
  public Path file(String path) throws ToolException {
    PathSyntax written = PathSyntax.of(path);
    Path real = existing(written);
    if (written.saysDirectory() || !Files.isRegularFile(real, NOFOLLOW_LINKS)) {
      throw written.failure("not_a_file", "this is no file");
    }
    return real;
  }

  /**
   * Returns the real path of an existing directory.
   *
   * @throws ToolException if the path is malformed, leads outside, or is not a directory
   */
  Path directory(String path) throws ToolException {
    PathSyntax written = PathSyntax.of(path);
    Path real = existing(written);
    if (!Files.isDirectory(real, NOFOLLOW_LINKS)) {
      throw written.failure("not_a_directory", "this is no directory");
    }
    return real;
  }

  /**
   * Returns the real path of an existing file or directory.
   *
   * @throws ToolException if the path is malformed, leads outside, or is neither
   */
  public Path fileOrDirectory(String path) throws ToolException {
    Path real = existing(PathSyntax.of(path));
    return Files.isDirectory(real, NOFOLLOW_LINKS) ? real : file(path);
  }

  /**
   * Returns the real path at which a file may be written. Makes nothing.
   *
   * @throws ToolException if the path is malformed, leads outside or to a protected name, or cannot
   *     be a file
   */
  public Path placeFor(String path) throws ToolException {
    PathSyntax written = PathSyntax.of(path);
    Path real = locate(written);
    boolean taken =
        Files.exists(real, NOFOLLOW_LINKS) && !Files.isRegularFile(real, NOFOLLOW_LINKS);
    if (taken || written.saysDirectory()) {
      throw written.failure("not_a_file", "only a file can be written");
    }
    protectNames(real, written);
    requireDirectories(real, written);
    return real;
  }

  /**
   * Returns the real path of an existing file that may be changed.
   *
   * @throws ToolException if the path is malformed, leads outside or to a protected name, or is not
   *     a regular file
   */
  public Path fileToChange(String path) throws ToolException {
    Path real = file(path);
    protectNames(real, PathSyntax.of(path));
    return real;
  }

  /**
   * Returns the real path of an existing file or directory that may be moved or deleted. By
   * contrast to reading and writing, a link is not followed here, because the writer may have meant
   * either: it is refused. Links above it are followed.
   *
   * @throws ToolException if the path is malformed, leads outside or to a protected name, or is the
   *     workspace itself, a link, or neither file nor directory
   */
  public Path entry(String path) throws ToolException {
    PathSyntax written = PathSyntax.of(path);
    Path real = existing(written);
    if (isLink(written)) {
      throw written.failure("is_a_link", "this is a link; name the file or directory itself");
    }
    boolean directory = Files.isDirectory(real, NOFOLLOW_LINKS);
    if (!directory && !Files.isRegularFile(real, NOFOLLOW_LINKS)) {
      throw written.failure("not_a_file", "this is neither a file nor a directory");
    }
    if (!directory && written.saysDirectory()) {
      throw written.failure("not_a_directory", "this is no directory");
    }
    protectRoot(real, written);
    protectNames(real, written);
    return real;
  }

  /**
   * Returns the real path that something may be moved to, whether or not something is there. Makes
   * nothing.
   *
   * @throws ToolException if the path is malformed, leads outside or to a protected name, or is the
   *     workspace itself
   */
  public Path target(String path) throws ToolException {
    PathSyntax written = PathSyntax.of(path);
    Path real = locate(written);
    protectRoot(real, written);
    protectNames(real, written);
    return real;
  }

  /**
   * Keeps room for a file that is to be written.
   *
   * @param real where it is or will be, possibly below directories that are not there yet
   * @param size that it will have
   * @param written how much of that is written now
   * @throws ToolException {@code workspace_full} or {@code disk_full}
   */
  public DiskQuota.Room roomFor(Path real, long size, long written)
      throws ToolException, IOException, InterruptedException {
    return terms.quota().roomFor(real, size, written);
  }

  /**
   * Keeps room for the directories above a real path that are not there yet.
   *
   * @throws ToolException {@code workspace_full}
   */
  public DiskQuota.Room roomAbove(Path real)
      throws ToolException, IOException, InterruptedException {
    return terms.quota().roomAbove(real);
  }

  /**
   * Makes the directories above a target.
   *
   * @throws ToolException if a file is where a directory is needed
   */
  public void makeDirectoriesAbove(String path) throws ToolException, IOException {
    PathSyntax written = PathSyntax.of(path);
    makeDirectories(root, locate(written), written);
  }

  /** Returns how a model writes this real path of the workspace. */
  public String nameOf(Path real) {
    String name = root.relativize(real).toString();
    return name.isEmpty() ? "." : name;
  }

  /**
   * Returns a text that may name real paths with those of this workspace as a model writes them.
   */
  public String hideFrom(String text) {
    return text.replace(root + "/", "").replace(root.toString(), ".");
  }

  private void protectRoot(Path real, PathSyntax written) throws ToolException {
    if (real.equals(root)) {
      throw written.failure("protected_path", "the workspace itself stays where it is");
    }
  }

  private void protectNames(Path real, PathSyntax written) throws ToolException {
    Optional<String> name = terms.protectedNameIn(real);
    if (name.isPresent()) {
      throw written.failure("protected_path", "tools do not change '%s'".formatted(name.get()));
    }
  }

  private boolean isLink(PathSyntax written) throws ToolException {
    if (written.names().isEmpty()) {
      return false;
    }
    int last = written.names().size() - 1;
    var above = new PathSyntax(written.text(), written.names().subList(0, last));
    return Files.isSymbolicLink(locate(above).resolve(written.names().get(last)));
  }

  /** Makes the directories down to a real path, itself not included. */
  private static void makeDirectories(Path root, Path real, PathSyntax written)
      throws ToolException, IOException {
    Path directory = root;
    for (int i = root.getNameCount(); i < real.getNameCount() - 1; i++) {
      directory = directory.resolve(real.getName(i));
      if (!Files.exists(directory, NOFOLLOW_LINKS)) {
        Files.createDirectories(directory); // another call may make it at the same time
      }
      if (!Files.isDirectory(directory, NOFOLLOW_LINKS)) {
        throw noDirectory(written);
      }
    }
  }

  /** What is there above a real path must be directories. */
  private void requireDirectories(Path real, PathSyntax written) throws ToolException {
    Path directory = root;
    for (int i = root.getNameCount(); i < real.getNameCount() - 1; i++) {
      directory = directory.resolve(real.getName(i));
      if (Files.exists(directory, NOFOLLOW_LINKS)
          && !Files.isDirectory(directory, NOFOLLOW_LINKS)) {
        throw noDirectory(written);
      }
    }
  }

  private static ToolException noDirectory(PathSyntax written) {
    return written.failure("not_a_directory", "a file is where a directory is needed");
  }

  private Path existing(PathSyntax written) throws ToolException {
    Path real = locate(written);
    if (!Files.exists(real, NOFOLLOW_LINKS)) {
      throw written.failure("not_found", "there is no such file or directory");
    }
    return real;
  }

  /** Goes down one name at a time, so that no link is followed further than the border. */
  private Path locate(PathSyntax written) throws ToolException {
    Path real = root;
    for (String name : written.names()) {
      real = step(real, name, written);
      if (!real.startsWith(root)) {
        throw written.failure("path_outside_workspace", "a link leads out of the workspace");
      }
    }
    return real;
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
}
