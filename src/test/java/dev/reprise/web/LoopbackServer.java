package dev.reprise.web;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;

/**
 * A server of one test. It writes raw bytes, so it can give responses that no correct server gives.
 */
public final class LoopbackServer implements AutoCloseable {

  private final ServerSocket listener;
  private final Behaviour behaviour;
  private final Thread accepting;
  private final List<Heard> heard = new CopyOnWriteArrayList<>();
  private final CountDownLatch left = new CountDownLatch(1);

  /** Handles a request. */
  @FunctionalInterface
  public interface Behaviour {
    void answer(Heard request, Socket client) throws Exception;
  }

  /** A request as it arrived. */
  public record Heard(String head, String body) {

    public String line() {
      return head.lines().findFirst().orElseThrow();
    }

    public String path() {
      return line().split(" ", 3)[1];
    }

    public List<String> headers() {
      return head.lines().skip(1).map(it -> it.toLowerCase(Locale.ROOT)).toList();
    }
  }

  private LoopbackServer(ServerSocketFactory sockets, Behaviour behaviour) throws IOException {
    this.listener = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.behaviour = behaviour;
    this.accepting = Thread.ofVirtual().start(this::accept);
  }

  public static LoopbackServer that(Behaviour behaviour) throws IOException {
    return with(ServerSocketFactory.getDefault(), behaviour);
  }

  public static LoopbackServer with(ServerSocketFactory sockets, Behaviour behaviour)
      throws IOException {
    return new LoopbackServer(sockets, behaviour);
  }

  /** Starts a server that always gives the same response. */
  public static LoopbackServer saying(String... lines) throws IOException {
    return that((request, client) -> write(client, lines));
  }

  /** Returns the text of a valid response. */
  public static String answer(String status, String type, String body) {
    return "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(status, type, body.getBytes(StandardCharsets.UTF_8).length, body);
  }

  /** Writes the lines of a head; lines after an empty one are written unchanged. */
  public static void write(Socket client, String... lines) throws IOException {
    write(client, String.join("\r\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  public static void write(Socket client, byte[] bytes) throws IOException {
    OutputStream out = client.getOutputStream();
    out.write(bytes);
    out.flush();
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Returns a URL of the server with a name that the fixture resolves. */
  public String url(String host, String target) {
    return "http://%s:%d%s".formatted(host, port(), target);
  }

  public String url(String target) {
    return url("server.example", target);
  }

  public List<Heard> heard() {
    return heard;
  }

  /**
   * Returns whether a client closed its connection before the end of the response, within some
   * seconds.
   */
  public boolean sawAClientLeave() throws InterruptedException {
    return left.await(10, TimeUnit.SECONDS);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      var request = read(new BufferedInputStream(client.getInputStream()));
      heard.add(request);
      behaviour.answer(request, client);
    } catch (Exception e) {
      left.countDown();
    }
  }

  private static Heard read(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int it = in.read();
      if (it < 0) {
        throw new IOException("no whole head: " + head);
      }
      head.append((char) it);
    }
    int length =
        head.toString()
            .lines()
            .filter(it -> it.toLowerCase(Locale.ROOT).startsWith("content-length:"))
            .mapToInt(it -> Integer.parseInt(it.substring(15).strip()))
            .findFirst()
            .orElse(0);
    return new Heard(head.toString(), new String(in.readNBytes(length), StandardCharsets.UTF_8));
  }

  /** Stops accepting connections. */
  public void stopListening() throws IOException, InterruptedException {
    listener.close();
    accepting.join(); // until then the operating system accepts connections
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
