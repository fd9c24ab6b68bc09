package dev.reprise.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server on the loopback address that gives prepared answers, in order, and keeps requests. */
public final class ScriptedServer implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  /** Answers a request. */
  @FunctionalInterface
  public interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  /** A request that came. */
  public record Asked(String method, URI address, Map<String, List<String>> headers, String body) {

    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.get(name)).map(List::getFirst);
    }
  }

  public ScriptedServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  public URI address() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  public ScriptedServer will(Answer answer) {
    answers.add(answer);
    return this;
  }

  /** Answers with JSON. */
  public ScriptedServer json(int status, String body) {
    return will(exchange -> send(exchange, status, "application/json", body));
  }

  /** Answers with a problem. */
  public ScriptedServer problem(int status, String code) {
    return will(exchange -> sendProblem(exchange, status, code));
  }

  /** Answers with a problem, and says when to come again. */
  public ScriptedServer problemForAWhile(int status, String code, int seconds) {
    return will(
        exchange -> {
          exchange.getResponseHeaders().add("Retry-After", Integer.toString(seconds));
          sendProblem(exchange, status, code);
        });
  }

  /** Takes a request, and closes the connection without an answer. */
  public ScriptedServer loseConnection() {
    return will(HttpExchange::close);
  }

  /** Answers with events, and ends the stream in an orderly way. */
  public ScriptedServer events(String... texts) {
    return will(exchange -> send(exchange, 200, "text/event-stream", String.join("", texts)));
  }

  /** Answers with events, and says nothing more. */
  public ScriptedServer openEvents(String... texts) {
    return will(
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(String.join("", texts).getBytes(StandardCharsets.UTF_8));
          exchange.getResponseBody().flush();
        });
  }

  /** Answers as a server does whose application has not started yet. */
  public ScriptedServer withoutApplication() {
    return will(
        exchange -> {
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
  }

  /** Answers with events, and breaks off. */
  public ScriptedServer brokenEvents(String... texts) {
    return will(
        exchange -> {
          byte[] body = String.join("", texts).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, body.length + 1_000L); // which never come
          exchange.getResponseBody().write(body);
          exchange.getResponseBody().flush();
          exchange.close();
        });
  }

  /** Says that there are no more events. */
  public ScriptedServer noMoreEvents() {
    return will(
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
  }

  public List<Asked> asked() {
    return asked;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.add(
        new Asked(
            exchange.getRequestMethod(),
            exchange.getRequestURI(),
            Map.copyOf(exchange.getRequestHeaders()),
            body));
    Answer next = answers.poll();
    if (next == null) {
      send(exchange, 500, "text/plain", "nothing is prepared");
    } else {
      next.to(exchange);
    }
  }

  private static void sendProblem(HttpExchange exchange, int status, String code)
      throws IOException {
    send(
        exchange,
        status,
        "application/problem+json",
        """
        {"status": %d, "code": "%s", "detail": "It is so.",
         "errors": [{"path": "/agent", "message": "is missing", "place": {"line": 3, "column": 5}}]}
        """
            .formatted(status, code));
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
