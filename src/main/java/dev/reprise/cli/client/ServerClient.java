package dev.reprise.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/** A client of a server's API. */
public final class ServerClient implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final URI server;
  private final String login;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  /**
   * Creates a client that logs in with each request.
   *
   * @param server such as {@code http://localhost:9080}
   */
  public ServerClient(URI server, String user, String password) {
    this.server = server;
    this.login =
        Base64.getEncoder()
            .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  /** A request that had no success; the message says why, for people. */
  public static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  /** Returns what is at a path below {@code /api/v1/}. */
  public JsonNode get(String path) throws RefusedException, InterruptedException {
    return send("GET", path, BodyPublishers.noBody());
  }

  /** Sends a body to a path below {@code /api/v1/}, and returns the answer. */
  public JsonNode send(String method, String path, JsonNode body)
      throws RefusedException, InterruptedException {
    return send(method, path, BodyPublishers.ofString(Json.write(body)));
  }

  private JsonNode send(String method, String path, BodyPublisher body)
      throws RefusedException, InterruptedException {
    try {
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(server.resolve("/api/v1/" + path))
                  .timeout(TIMEOUT)
                  .header("Authorization", "Basic " + login)
                  .header("Content-Type", "application/json")
                  .method(method, body)
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() / 100 != 2) {
        throw new RefusedException(
            "%s answers %d: %s".formatted(server, response.statusCode(), response.body()));
      }
      return response.body().isEmpty() ? NullNode.getInstance() : Json.read(response.body());
    } catch (IOException e) {
      throw new RefusedException("%s cannot be reached: %s".formatted(server, e));
    } catch (IllegalArgumentException e) {
      throw new RefusedException("%s cannot be used: %s".formatted(server, e.getMessage()));
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
