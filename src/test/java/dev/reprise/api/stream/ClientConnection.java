package dev.reprise.api.stream;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The connection of a client that takes as much as the test says. */
final class ClientConnection extends ServletOutputStream {

  private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
  private long room;
  private boolean isClosed;

  /** Returns the server's end of the connection; the client takes nothing yet. */
  StreamWriter.Connection toServer() {
    return new StreamWriter.Connection(this, () -> isClosed = true, Runnable::run);
  }

  /** Makes room for more, and calls the listener like a container does. */
  void takes(EventStream stream, long bytes) {
    room += bytes;
    stream.writer().onWritePossible();
  }

  boolean isClosed() {
    return isClosed;
  }

  /** Returns the blocks that have arrived, without heartbeats. */
  List<String> blocks() {
    return Arrays.stream(taken.toString(StandardCharsets.UTF_8).split("\n\n"))
        .filter(block -> !block.isEmpty() && !block.equals(":"))
        .toList();
  }

  /** Returns the ids of the events that have arrived. */
  List<Long> ids() {
    return blocks().stream()
        .filter(block -> block.startsWith("id: "))
        .map(block -> Long.parseLong(block.substring("id: ".length(), block.indexOf('\n'))))
        .toList();
  }

  int bytes() {
    return taken.size();
  }

  @Override
  public boolean isReady() {
    return room > 0;
  }

  @Override
  public void setWriteListener(WriteListener listener) {
    throw new UnsupportedOperationException("the test calls the listener");
  }

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    if (room <= 0) {
      throw new IllegalStateException("written to although not ready");
    }
    room -= length; // the container buffers what does not fit, and is not ready until then
    taken.write(bytes, from, length);
  }
}
