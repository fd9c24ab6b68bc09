package dev.reprise.tool.file;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import dev.reprise.tool.OutcomeUnknownException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A temporary file next to a file, which it replaces in one step. Closing it deletes it, unless it
 * replaced the file.
 *
 * @param path of the temporary file, in the directory of the file
 * @param file that it replaces
 */
record TemporaryFile(Path path, DurableFile file) implements AutoCloseable {

  /**
   * Replaces the file.
   *
   * @throws IOException if the file is unchanged
   * @throws OutcomeUnknownException if it was replaced and may be lost in a crash of the machine
   */
  void takePlace() throws IOException, OutcomeUnknownException {
    Files.move(path, file.path(), ATOMIC_MOVE);
    try {
      file.syncDirectory();
    } catch (IOException e) {
      throw new OutcomeUnknownException(
          "the write", "it may not outlive a crash of the machine", e);
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }
}
