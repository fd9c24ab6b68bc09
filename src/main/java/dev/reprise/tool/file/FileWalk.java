package dev.reprise.tool.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.reprise.tool.ToolException;
import dev.reprise.tool.Workspace;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * One walk over a part of a workspace. It goes depth first, orders names by their characters, and
 * never follows links, so that the same tree gives the same answer. Tested by {@code
 * SurveyorWalkTest}.
 */
final class FileWalk {

  /** The most files and directories that a walk visits before it gives up. */
  static final int MAX_ENTRIES = 200_000;

  /** Directories with content that tools generated or downloaded, not content that people wrote. */
  static final Set<String> IGNORED =
      Set.of(
          ".git",
          ".hg",
          ".svn",
          ".jj",
          ".gradle",
          ".idea",
          ".tox",
          ".venv",
          "__pycache__",
          "build",
          "dist",
          "node_modules",
          "out",
          "target",
          "venv");

  private static final Comparator<Path> BY_NAME = Comparator.comparing(FileWalk::lastName);

  private final Workspace workspace;
  private final FileSelection selection;
  private final Path start;
  private final List<WalkEntry> found = new ArrayList<>();
  private final List<String> ignored = new ArrayList<>();
  private int unreadable;
  private int seen;

  private FileWalk(Workspace workspace, FileSelection selection, Path start) {
    this.workspace = workspace;
    this.selection = selection;
    this.start = start;
  }

  /**
   * Walks over the selection.
   *
   * @throws ToolException if the path is refused, or {@code too_many_files}
   * @throws InterruptedException if the thread is interrupted during the walk
   */
  static WalkResult over(Workspace workspace, FileSelection selection)
      throws ToolException, IOException, InterruptedException {
    Path start = workspace.fileOrDirectory(selection.path());
    FileWalk walk = new FileWalk(workspace, selection, start);
    if (Files.isDirectory(start, NOFOLLOW_LINKS)) {
      walk.enter(start);
    } else {
      walk.add(start, Files.readAttributes(start, BasicFileAttributes.class, NOFOLLOW_LINKS));
    }
    return new WalkResult(walk.found, walk.ignored, walk.unreadable);
  }

  private void enter(Path directory) throws ToolException, IOException, InterruptedException {
    for (Path child : children(directory)) {
      BasicFileAttributes attributes;
      try {
        attributes = Files.readAttributes(child, BasicFileAttributes.class, NOFOLLOW_LINKS);
      } catch (NoSuchFileException e) {
        continue; // deleted since the directory was read
      }
      visit(child, attributes);
    }
  }

  private void visit(Path path, BasicFileAttributes attributes)
      throws ToolException, IOException, InterruptedException {
    if (!attributes.isDirectory()) {
      add(path, attributes);
      return;
    }
    if (!selection.recursive()) {
      add(path, attributes);
      return;
    }
    if (!selection.includeIgnored() && IGNORED.contains(lastName(path))) {
      ignored.add(workspace.nameOf(path));
      return;
    }
    enter(path);
  }

  private List<Path> children(Path directory)
      throws ToolException, IOException, InterruptedException {
    List<Path> children = new ArrayList<>();
    try (var stream = Files.newDirectoryStream(directory)) {
      for (Path child : stream) {
        children.add(child);
        countOne();
      }
    } catch (AccessDeniedException e) {
      unreadable++;
    } catch (NoSuchFileException e) {
      return List.of(); // deleted since its parent was read
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    children.sort(BY_NAME);
    return children;
  }

  private void countOne() throws ToolException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted on a walk over files");
    }
    if (++seen > MAX_ENTRIES) {
      throw new ToolException(
          "too_many_files",
          "'%s' holds more than %s files and directories; name a directory in it"
              .formatted(selection.path(), MAX_ENTRIES));
    }
  }

  private void add(Path path, BasicFileAttributes attributes) {
    String fromStart = path.equals(start) ? lastName(path) : start.relativize(path).toString();
    if (selection.glob().isEmpty() || selection.glob().get().matches(fromStart)) {
      found.add(new WalkEntry(path, workspace.nameOf(path), kind(attributes), attributes.size()));
    }
  }

  private static WalkEntry.Kind kind(BasicFileAttributes attributes) {
    if (attributes.isRegularFile()) {
      return WalkEntry.Kind.FILE;
    }
    if (attributes.isDirectory()) {
      return WalkEntry.Kind.DIRECTORY;
    }
    return attributes.isSymbolicLink() ? WalkEntry.Kind.LINK : WalkEntry.Kind.OTHER;
  }

  private static String lastName(Path path) {
    return path.getFileName().toString();
  }
}
