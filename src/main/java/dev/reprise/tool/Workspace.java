package dev.reprise.tool;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files and directories that a run may touch, and what tools may do with each of them.
 *
 * <p>However a model writes a path, the real file that it leads to is in the directory tree of the
 * workspace, or the path is refused. Symbolic links are allowed as long as they stay inside. This
 * holds against every path that a model can write; it does not hold against another process that
 * replaces directories by links while a tool runs.
 */
public final class Workspace {

  private final DirectoryTree tree;
  private final WorkspaceTerms terms;

  /**
   * Opens a directory with the default protected names and without a quota.
   *
   * @throws IllegalArgumentException if it is not an existing directory
   */
  public Workspace(Path directory) {
    this.tree = DirectoryTree.of(directory);
    this.terms = WorkspaceTerms.unlimited(tree.root());
  }

  /**
   * @param root a real path of a directory, which is that of the terms or below it
   */
  Workspace(Path root, WorkspaceTerms terms) {
    this.tree = new DirectoryTree(root);
    this.terms = terms;
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
    Path real = tree.existing(written);
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
    Path real = tree.existing(written);
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
    Path real = tree.existing(PathSyntax.of(path));
    return Files.isDirectory(real, NOFOLLOW_LINKS) ? real : file(path);
  }

  /**
   * Returns the real path at which a file may be written. Creates nothing.
   *
   * @throws ToolException if the path is malformed, leads outside or to a protected name, or cannot
   *     be a file
   */
  public Path placeFor(String path) throws ToolException {
    PathSyntax written = PathSyntax.of(path);
    Path real = tree.locate(written);
    boolean taken =
        Files.exists(real, NOFOLLOW_LINKS) && !Files.isRegularFile(real, NOFOLLOW_LINKS);
    if (taken || written.saysDirectory()) {
      throw written.failure("not_a_file", "only a file can be written");
    }
    protectNames(real, written);
    tree.requireDirectoriesAbove(real, written);
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
    Path real = tree.existing(written);
    if (tree.isLink(written)) {
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
    Path real = tree.locate(written);
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
   * Creates the directories above a target.
   *
   * @throws ToolException if a file is where a directory is needed
   */
  public void makeDirectoriesAbove(String path) throws ToolException, IOException {
    PathSyntax written = PathSyntax.of(path);
    tree.makeDirectoriesAbove(tree.locate(written), written);
  }

  /** Returns how a model writes this real path of the workspace. */
  public String nameOf(Path real) {
    String name = tree.root().relativize(real).toString();
    return name.isEmpty() ? "." : name;
  }

  /**
   * Returns a text that may name real paths with those of this workspace as a model writes them.
   */
  public String hideFrom(String text) {
    String root = tree.root().toString();
    return text.replace(root + "/", "").replace(root, ".");
  }

  private void protectRoot(Path real, PathSyntax written) throws ToolException {
    if (real.equals(tree.root())) {
      throw written.failure("protected_path", "the workspace itself stays where it is");
    }
  }

  private void protectNames(Path real, PathSyntax written) throws ToolException {
    Optional<String> name = terms.protectedNameIn(real);
    if (name.isPresent()) {
      throw written.failure("protected_path", "tools do not change '%s'".formatted(name.get()));
    }
  }
}
