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
 * A move of a file or directory that nothing can be lost by, wherever it is cut short.
 *
 * <p>A rename would overwrite a file that came to the new place a moment ago. So a file gets its
 * new name beside the old one, which fails if the name is taken, and then loses the old one. A
 * directory is renamed: that can overwrite nothing but an empty directory. A file is renamed too
 * where the file system has no marks, by which a half made move is known again, or no second names;
 * there, another program that makes a file at the new place in that moment loses it.
 *
 * @param from the real path of what is moved
 * @param to the real path that it gets
 * @param key of the call
 */
record SafeMove(Path from, Path to, String key) {

  /** Returns whether this call moved it: what is at the new place is marked so, and only there. */
  boolean isMade() throws IOException {
    return isMarked(to) && !isHalfMade();
  }

  /** Returns whether this call gave the file its new name and did not take the old one yet. */
  boolean isHalfMade() throws IOException {
    return Files.isRegularFile(from, NOFOLLOW_LINKS)
        && Files.isRegularFile(to, NOFOLLOW_LINKS)
        && isMarked(from)
        && Files.isSameFile(from, to);
  }

  /**
   * Moves it, or completes what was half made. The directory of the new place exists.
   *
   * @throws FileAlreadyExistsException if there is something at the new place
   * @throws ToolException {@code other_file_system} if that is not where the old place is
   * @throws IOException if nothing was moved
   * @throws OutcomeUnknownException if it may have been moved, or may be lost in a crash of the
   *     machine
   */
  void make() throws IOException, ToolException, OutcomeUnknownException {
    if (!isHalfMade()) {
      AppliedCalls.on(from).with(key, "moved").putOn(from); // if it is lost, a person is asked
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
        // No second names here, or not of this file: a rename needs none.
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
          "other_file_system", "the new place is on another file system; write it there anew");
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
