package dev.reprise.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Talks JSON to a server as one of its users.
 *
 * @param base the server's address, with a slash at the end
 * @param headers sent with each request
 */
public record JsonClient(
    URI base,
    Credentials credentials,
    String user,
    HttpClient client,
    Map<String, String> headers) {

  /** Creates a client that sends no headers of its own. */
  public JsonClient(URI base, Credentials credentials, String user, HttpClient client) {
    this(base, credentials, user, client, Map.of());
  }

  /** Creates a client whose traffic is encrypted. */
  public JsonClient(ServerProcess server, String user) {
    this(server.httpsUri(), server.credentials(), user, Http.trustingClient());
  }

  /** Creates a client without encryption, whose cost a benchmark does not measure. */
  public static JsonClient inPlainHttp(ServerProcess server, String user) {
    return new JsonClient(server.baseUri(), server.credentials(), user, Http.trustingClient());
  }

  /** Returns the body of a GET that must succeed. */
  public JsonNode get(String path) {
    return ok(send("GET", path, BodyPublishers.noBody()));
  }

  /** Returns the response to a GET that the server may refuse. */
  public HttpResponse<String> ask(String path) {
    return send("GET", path, BodyPublishers.noBody());
  }

  /** Returns the body of a change that must succeed. */
  public JsonNode change(String method, String path, JsonNode body) {
    return ok(tryTo(method, path, body));
  }

  /** Returns the response to a change that the server may refuse. */
  public HttpResponse<String> tryTo(String method, String path, JsonNode body) {
    return send(method, path, BodyPublishers.ofString(Json.write(body)));
  }

  /** Returns this client with the login of another user. */
  public JsonClient as(String another) {
    return new JsonClient(base, credentials, another, client, headers);
  }

  /** Returns this client with a header that it sends with each request. */
  public JsonClient with(String name, String value) {
    Map<String, String> all = new TreeMap<>(headers);
    all.put(name, value);
    return new JsonClient(base, credentials, user, client, all);
  }

  /** Returns the response to a POST whose body is not a JSON value. */
  public HttpResponse<String> send(String path, String mediaType, String body) {
    return send(request(path, mediaType).POST(BodyPublishers.ofString(body)).build());
  }

  private HttpResponse<String> send(String method, String path, HttpRequest.BodyPublisher body) {
    return send(request(path, "application/json").method(method, body).build());
  }

  private HttpRequest.Builder request(String path, String mediaType) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(Duration.ofSeconds(30))
            .header("Authorization", credentials.basic(user))
            .header("Content-Type", mediaType);
    headers.forEach(request::header);
    return request;
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode ok(HttpResponse<String> response) {
    assertThat(response.statusCode())
        .as("%s: %s", response.request(), response.body())
        .isBetween(200, 299);
    return response.body().isEmpty() ? MissingNode.getInstance() : Json.read(response.body());
  }
}
