package dev.reprise.api.body;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The whole body of a request, which can be read several times: a small one is in memory, all
 * others are in a file.
 *
 * <p>The file has no name from the moment it is opened, where the system can do that, as all but
 * Windows can: the space is free when the body is closed or the process ends, however it ends.
 */
final class ReceivedBody implements Closeable {

  /** The length of a body that is in memory, at most, in bytes. */
  static final int IN_MEMORY = 16 * 1024;

  private final byte[] small;
  private final Optional<FileChannel> file;

  private ReceivedBody(byte[] small, Optional<FileChannel> file) {
    this.small = small;
    this.file = file;
  }

  /**
   * Reads a body to its end.
   *
   * @param directory for its file
   * @throws IOException if the body does not arrive
   * @throws UncheckedIOException if its file cannot be written
   */
  static ReceivedBody of(InputStream arriving, Path directory) throws IOException {
    byte[] beginning = arriving.readNBytes(IN_MEMORY + 1);
    if (beginning.length <= IN_MEMORY) {
      return new ReceivedBody(beginning, Optional.empty());
    }
    FileChannel file = newFile(directory);
    try {
      write(file, beginning, beginning.length);
      byte[] part = new byte[IN_MEMORY];
      for (int read = arriving.read(part); read >= 0; read = arriving.read(part)) {
        write(file, part, read);
      }
      return new ReceivedBody(new byte[0], Optional.of(file));
    } catch (IOException | RuntimeException e) {
      close(file);
      throw e;
    }
  }

  private static FileChannel newFile(Path directory) {
    try {
      Path path = Files.createTempFile(directory, "body", null); // only the server's user reads it
      return FileChannel.open(
          path,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          StandardOpenOption.DELETE_ON_CLOSE);
    } catch (IOException e) {
      throw new UncheckedIOException("a body cannot be kept in " + directory, e);
    }
  }

  private static void write(FileChannel file, byte[] bytes, int length) {
    try {
      var left = ByteBuffer.wrap(bytes, 0, length);
      while (left.hasRemaining()) {
        file.write(left);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a body cannot be kept on disk", e);
    }
  }

  boolean isInMemory() {
    return file.isEmpty();
  }

  /** Returns the body from a byte on, 0 for all of it. The stream needs no closing. */
  InputStream from(long offset) {
    return file.<InputStream>map(it -> new FileInput(it, offset))
        .orElseGet(() -> new ByteArrayInputStream(small, (int) offset, small.length));
  }

  @Override
  public void close() {
    file.ifPresent(ReceivedBody::close);
  }

  private static void close(FileChannel file) {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the file of a body cannot be closed", e);
    }
  }

  private static final class FileInput extends InputStream {

    private final FileChannel file;
    private long position;

    FileInput(FileChannel file, long position) {
      this.file = file;
      this.position = position;
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = file.read(ByteBuffer.wrap(bytes, offset, length), position);
      position += Math.max(0, read);
      return read;
    }
  }
}
