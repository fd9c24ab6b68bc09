package dev.reprise.crash;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.server.Http;
import dev.reprise.server.JsonClient;
import dev.reprise.server.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A tenant that does its worst: each operation several times at once, while many of its clients
 * send one byte a second, and many others read nothing.
 */
final class NoisyTenant implements AutoCloseable {

  private static final int RUNS = 200;
  private static final int INPUT = 200_000;
  private static final int SLOW = 24;
  private static final int AT_ONCE = 6;

  private final ServerProcess server;
  private final String user;
  private final JsonClient http;
  private final List<Socket> slow = new ArrayList<>();
  private final List<Future<?>> begun = new ArrayList<>();
  private final ScheduledExecutorService drip = Executors.newSingleThreadScheduledExecutor();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Integer> answers = new ConcurrentHashMap<>();

  NoisyTenant(ServerProcess server, String user) {
    this.server = server;
    this.user = user;
    this.http = JsonClient.inPlainHttp(server, user);
  }

  /** Makes rows, and returns the requests to come. */
  List<HostileRequest> prepare() {
    String run = "";
    for (int i = 0; i < RUNS; i++) {
      run = http.change("POST", "api/v1/runs", submission()).path("id").asText();
    }
    await().atMost(Duration.ofMinutes(2)).until(this::isIdle);
    return HostileRequest.all(http.get("api/v1/openapi"), run);
  }

  private boolean isIdle() {
    JsonNode queue = http.get("api/v1/queue");
    return queue.path("queued").asInt() + queue.path("running").asInt() == 0;
  }

  private static JsonNode submission() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("agent", "clerk").put("workspace", "effects").put("priority", -9);
    body.putObject("input").put("text", "x".repeat(INPUT));
    return body;
  }

  /** Sends each request several times at once, one operation after another. */
  Future<?> begin(List<HostileRequest> requests) {
    for (int i = 0; i < SLOW; i++) {
      slow.add(slowBody());
      slow.add(silentReader());
    }
    begun.add(
        drip.scheduleAtFixedRate(() -> slow.forEach(NoisyTenant::send), 1, 1, TimeUnit.SECONDS));
    return threads.submit(() -> requests.forEach(this::sendAtOnce));
  }

  private void sendAtOnce(HostileRequest request) {
    List<Future<Integer>> sent = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      sent.add(threads.submit(() -> status(request)));
    }
    for (Future<Integer> each : sent) {
      try {
        answers.merge(request.method() + " " + each.get(), 1, Integer::sum);
      } catch (Exception e) {
        throw new IllegalStateException(request.toString(), e);
      }
    }
  }

  /** Returns the status of the answer, or 0 if the connection ended or none came in time. */
  private int status(HostileRequest request) throws InterruptedException {
    var builder =
        HttpRequest.newBuilder(server.baseUri().resolve(request.path()))
            .timeout(Duration.ofSeconds(20))
            .header("Authorization", server.credentials().basic(user))
            .method(
                request.method(),
                request.mediaType().isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(request.body()));
    if (!request.mediaType().isEmpty()) {
      builder.header("Content-Type", request.mediaType());
    }
    try (HttpClient client = Http.trustingClient()) {
      return client.send(builder.build(), BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Returns how many requests had which method and status. */
  Map<String, Integer> answers() {
    return new TreeMap<>(answers);
  }

  private Socket slowBody() {
    return opened(
        "POST /api/v1/agents:validate HTTP/1.1",
        "Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{\"document\":\"");
  }

  /** It asks for more than fits into the buffers on the way, and never reads. */
  private Socket silentReader() {
    return opened("GET /api/v1/runs?limit=200 HTTP/1.1", "\r\n");
  }

  private Socket opened(String line, String rest) {
    try {
      var socket = new Socket();
      socket.setReceiveBufferSize(4096);
      socket.connect(new InetSocketAddress(server.baseUri().getHost(), server.baseUri().getPort()));
      String head =
          "%s\r\nHost: %s\r\nAuthorization: %s\r\n%s"
              .formatted(
                  line, server.baseUri().getAuthority(), server.credentials().basic(user), rest);
      socket.getOutputStream().write(head.getBytes(US_ASCII));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void send(Socket socket) {
    try {
      socket.getOutputStream().write('x');
    } catch (IOException ended) {
      // the server has ended it
    }
  }

  @Override
  public void close() {
    begun.forEach(it -> it.cancel(true));
    drip.shutdownNow();
    threads.shutdownNow();
    for (Socket socket : slow) {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
