package dev.reprise.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A receiver of webhooks that fails, hangs or accepts, and notes what it gets. */
final class HookReceiver implements AutoCloseable {

  private static final long HANGING_MILLIS = 60_000;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private volatile Mood mood = Mood.ACCEPTS;

  /** What it does with a message. */
  enum Mood {
    ACCEPTS,
    FAILS,
    HANGS
  }

  /**
   * A message as it arrived.
   *
   * @param mood what became of it
   * @param headers by name in lower case
   */
  record Got(Mood mood, Map<String, String> headers, String body) {

    String id() {
      return headers.getOrDefault("webhook-id", "");
    }

    JsonNode json() {
      return Json.read(body);
    }

    String run() {
      return json().at("/data/runId").asText();
    }

    long sequence() {
      return json().at("/data/sequence").asLong();
    }

    String type() {
      return json().path("type").asText();
    }
  }

  HookReceiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/hook", this::receive);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return "http://127.0.0.1:%d/hook".formatted(port());
  }

  void now(Mood next) {
    mood = next;
  }

  /** Returns all messages in the order of their arrival, also those that were not accepted. */
  List<Got> got() {
    return got;
  }

  List<Got> accepted() {
    return got.stream().filter(it -> it.mood() == Mood.ACCEPTS).toList();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      exchange.getRequestHeaders().forEach((name, all) -> headers.put(name, all.getFirst()));
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Mood present = mood;
      got.add(new Got(present, headers, body));
      answer(exchange, present);
    }
  }

  private static void answer(HttpExchange exchange, Mood mood) throws IOException {
    switch (mood) {
      case ACCEPTS -> exchange.sendResponseHeaders(204, -1);
      case FAILS -> exchange.sendResponseHeaders(500, -1);
      case HANGS -> {
        try {
          Thread.sleep(HANGING_MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt(); // the test is over
        }
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
