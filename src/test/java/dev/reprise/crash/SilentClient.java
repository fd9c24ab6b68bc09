package dev.reprise.crash;

import dev.reprise.server.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A client that requests a run's event stream and then reads nothing of it. */
final class SilentClient implements AutoCloseable {

  private static final int SMALL_BUFFER = 4096;

  private final Socket socket = new Socket();

  private SilentClient(ServerProcess server, UUID run) throws IOException {
    socket.setReceiveBufferSize(SMALL_BUFFER); // little in transit counts as read
    socket.connect(new InetSocketAddress("localhost", server.baseUri().getPort()));
    String request =
        """
        GET /api/v1/runs/%s/events HTTP/1.1
        Host: localhost
        Authorization: %s
        Accept: text/event-stream

        """
            .formatted(run, server.credentials().basic("operator"));
    socket
        .getOutputStream()
        .write(request.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  static SilentClient asking(ServerProcess server, UUID run) {
    try {
      return new SilentClient(server, run);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the first line of the answer and nothing more. */
  String status() throws IOException {
    var line = new StringBuilder();
    for (int c = socket.getInputStream().read(); c >= ' '; c = socket.getInputStream().read()) {
      line.append((char) c);
    }
    return line.toString();
  }

  /** Reads the rest, to the end of the connection, and returns how many bytes that is. */
  long takeTheRest() {
    long bytes = 0;
    byte[] buffer = new byte[1 << 16];
    try {
      for (int read = 0; read >= 0; read = socket.getInputStream().read(buffer)) {
        bytes += read;
      }
    } catch (SocketException reset) {
      // the connection may end like this, too
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
