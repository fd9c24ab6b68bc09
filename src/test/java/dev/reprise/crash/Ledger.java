package dev.reprise.crash;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The outside world: a process of its own that no kill of a server touches. The ledger holds a line
 * {@code METHOD key} for each thing done to it.
 *
 * <ul>
 *   <li>{@code GET /key} reads and changes nothing.
 *   <li>{@code PUT /key} has the effect of that key once, no matter how often it is sent.
 *   <li>{@code POST /key} has the effect each time.
 *   <li>{@code HEAD /key} returns whether the effect has happened: 200 or 404. It leaves no line.
 *   <li>{@code GET /} returns the lines in order.
 * </ul>
 */
public final class Ledger {

  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Duration latency;

  private Ledger(Duration latency) {
    this.latency = latency;
  }

  /**
   * Prints its port and works until its standard input ends, which is when its parent ends.
   *
   * @param args how long a caller waits before its line is written, and the same time again after
   *     it
   */
  public static void main(String[] args) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", new Ledger(Duration.parse(args[0]))::answer);
    server.start();
    System.out.println(server.getAddress().getPort());
    System.in.transferTo(OutputStream.nullOutputStream());
    System.exit(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String key = exchange.getRequestURI().getPath().substring(1);
    String method = exchange.getRequestMethod();
    try (exchange) {
      if (method.equals("HEAD")) {
        exchange.sendResponseHeaders(hasHappened(key) ? 200 : 404, -1);
      } else if (key.isEmpty()) {
        send(exchange, String.join("\n", lines));
      } else {
        pass();
        lines.add(method + " " + key);
        pass();
        send(exchange, "noted");
      }
    }
  }

  private boolean hasHappened(String key) {
    return lines.contains("PUT " + key) || lines.contains("POST " + key);
  }

  /** Waits, so that a kill may fall before or after a line. */
  private void pass() {
    try {
      TimeUnit.NANOSECONDS.sleep(latency.toNanos());
    } catch (InterruptedException e) {
      throw new IllegalStateException("no thread interrupts this process", e);
    }
  }

  private static void send(HttpExchange exchange, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }
}
