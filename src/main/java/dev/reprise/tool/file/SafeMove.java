package dev.reprise.tool.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolException;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A move of a file or directory that loses nothing, wherever it is interrupted.
 *
 * <p>A rename would overwrite a file that another program has just created at the new path. So a
 * file first gets its new name in addition to the old one, which fails if the new name exists. Then
 * the old name is deleted. A directory is renamed, which can overwrite nothing but an empty
 * directory.
 *
 * <p>A file is also renamed if the file system has no second names, or no marks, which identify a
 * half-made move. In that case, a file that another program creates at the new path at the same
 * moment is lost. Tested by {@code MoveFileToolTest}.
 *
 * @param from the real path before the move
 * @param to the real path after the move
 * @param key of the call
 */
record SafeMove(Path from, Path to, String key) {

  /** Returns whether this call completed the move: only the new path has its mark. */
  boolean isMade() throws IOException {
    return isMarked(to) && !isHalfMade();
  }

  /** Returns whether this call gave the file its new name and did not delete the old one yet. */
  boolean isHalfMade() throws IOException {
    return Files.isRegularFile(from, NOFOLLOW_LINKS)
        && Files.isRegularFile(to, NOFOLLOW_LINKS)
        && isMarked(from)
        && Files.isSameFile(from, to);
  }

  /**
   * Makes the move, or completes a half-made one. The directory of the new path must exist.
   *
   * @throws FileAlreadyExistsException if the new path exists
   * @throws ToolException {@code other_file_system} if the two paths are on different file systems
   * @throws IOException if nothing was moved
   * @throws OutcomeUnknownException if it may have been moved, or may be lost in a crash of the
   *     machine
   */
  void make() throws IOException, ToolException, OutcomeUnknownException {
    if (!isHalfMade()) {
      AppliedCalls.on(from).with(key, "moved").putOn(from); // without the mark, a person decides
      takeNewName();
    }
    if (isHalfMade()) {
      dropOldName();
    }
    try {
      new DurableFile(to).syncDirectory();
      new DurableFile(from).syncDirectory();
    } catch (IOException e) {
      throw new OutcomeUnknownException("the move", "it may not outlive a crash of the machine", e);
    }
  }

  private void takeNewName() throws IOException, ToolException {
    if (Files.isRegularFile(from, NOFOLLOW_LINKS) && isMarked(from)) {
      try {
        Files.createLink(to, from);
        return;
      } catch (FileAlreadyExistsException e) {
        throw e;
      } catch (FileSystemException | UnsupportedOperationException e) {
        // The file system or the file allows no second name, so it is renamed.
      }
    }
    rename();
  }

  private void rename() throws IOException, ToolException {
    if (Files.exists(to, NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(to.toString());
    }
    try {
      Files.move(from, to, ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw new ToolException(
          "other_file_system", "the new place is on another file system; write it again there");
    }
  }

  private void dropOldName() throws IOException, OutcomeUnknownException {
    try {
      Files.delete(from);
    } catch (IOException e) {
      takeBack(e);
      throw e;
    }
  }

  private void takeBack(IOException cause) throws OutcomeUnknownException {
    try {
      Files.delete(to);
    } catch (IOException e) {
      e.addSuppressed(cause);
      throw new OutcomeUnknownException("the move", "the file has both names", e);
    }
  }

  private boolean isMarked(Path path) {
    return AppliedCalls.on(path).of(key).isPresent();
  }
}
