package dev.reprise.tool.file;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import dev.reprise.tool.OutcomeUnknownException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What is written beside a file, to take its place in one step. Closing it throws it away, unless
 * it took the place.
 *
 * @param path where it is, in the directory of the file
 * @param file whose place it is to take
 */
record TemporaryFile(Path path, DurableFile file) implements AutoCloseable {

  /**
   * Becomes the file.
   *
   * @throws IOException if the file is as it was before
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
