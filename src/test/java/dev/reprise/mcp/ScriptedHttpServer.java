package dev.reprise.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reprise.mcp.settings.McpServerSettings.Endpoint;
import dev.reprise.mcp.settings.SecretValues;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An MCP server over streamable HTTP that has the tool {@code do} and answers its calls as a test
 * says. It keeps sessions, and refuses what belongs to none.
 */
final class ScriptedHttpServer implements AutoCloseable {

  /** Answers an HTTP request with a message in its body. */
  interface Answer {
    void to(Call call) throws IOException, InterruptedException;
  }

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<String> sessions = ConcurrentHashMap.newKeySet();
  private final List<String> methods = new CopyOnWriteArrayList<>();
  private final List<JsonNode> done = new CopyOnWriteArrayList<>();
  private final int port;
  private volatile HttpServer server;
  volatile Answer onCall =
      call -> call.result("{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}");
  volatile Answer onLostSession = call -> call.status(404, "no such session", Map.of());
  volatile boolean hasSessions = true;

  ScriptedHttpServer() throws IOException {
    server = started(0);
    port = server.getAddress().getPort();
  }

  private HttpServer started(int on) throws IOException {
    HttpServer started =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), on), 50);
    started.createContext("/", exchange -> answer(exchange));
    started.setExecutor(threads);
    started.start();
    return started;
  }

  Endpoint endpoint() {
    return new Endpoint.Http(URI.create("http://localhost:" + port + "/mcp"), SecretValues.NONE);
  }

  /** Returns the methods of all messages, in the order of their arrival. */
  List<String> methods() {
    return methods;
  }

  int count(String method) {
    return (int) methods.stream().filter(method::equals).count();
  }

  /** Returns the arguments of the calls that were carried out. */
  List<JsonNode> done() {
    return done;
  }

  void forgetSessions() {
    sessions.clear();
  }

  void stop() {
    server.stop(0);
    sessions.clear();
  }

  void startAgain() throws IOException {
    server = started(port);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** A request and its response. */
  record Call(HttpExchange exchange, JsonNode message) {

    void result(String result) throws IOException {
      body(
          200,
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(message.get("id"), result));
    }

    void error(int code, String words) throws IOException {
      body(
          200,
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":\"%s\"}}"
              .formatted(message.get("id"), code, words));
    }

    void status(int status, String body, Map<String, String> headers) throws IOException {
      headers.forEach(exchange.getResponseHeaders()::set);
      send(status, body);
    }

    void body(int status, String json) throws IOException {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      send(status, json);
    }

    private void send(int status, String text) throws IOException {
      byte[] bytes = text.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
    }

    String what() {
      return message.path("params").path("arguments").path("what").asText();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try {
      if (!exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(405, -1);
        exchange.close();
        return;
      }
      JsonNode message = Json.read(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      methods.add(message.path("method").asText());
      answer(new Call(exchange, message));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exchange.close();
    }
  }

  private void answer(Call call) throws IOException, InterruptedException {
    String method = call.message().path("method").asText();
    if (method.equals("initialize")) {
      initialize(call);
    } else if (hasSessions
        && !sessions.contains(
            String.valueOf(call.exchange().getRequestHeaders().getFirst("Mcp-Session-Id")))) {
      onLostSession.to(call);
    } else if (method.equals("tools/list")) {
      call.result(
          "{\"tools\":[{\"name\":\"do\",\"description\":\"Does it.\",\"inputSchema\":{\"type\":\"object\"}}]}");
    } else if (method.equals("tools/call")) {
      done.add(call.message().path("params").path("arguments"));
      onCall.to(call);
    } else if (call.message().has("id")) {
      call.result("{}");
    } else {
      call.status(202, "", Map.of());
    }
  }

  private void initialize(Call call) throws IOException {
    if (hasSessions) {
      String session = "session-" + methods.size();
      sessions.add(session);
      call.exchange().getResponseHeaders().set("Mcp-Session-Id", session);
    }
    call.result(
        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}");
  }
}
