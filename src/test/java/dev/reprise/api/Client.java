package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.Json;
import dev.reprise.server.Http;
import dev.reprise.server.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;

/** Asks the test server as one of its users. */
public record Client(String user) {

  private static final HttpClient HTTP = Http.trustingClient();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** What came back; the body is missing where it is not JSON. */
  public record Answer(int status, HttpHeaders headers, JsonNode body) {

    public String header(String name) {
      return headers.firstValue(name).orElse("");
    }

    /** Returns the body of a problem without the trace, which is each request's own. */
    JsonNode untraced() {
      ObjectNode copy = body.deepCopy();
      copy.remove("traceId");
      return copy;
    }

    /** Checks that this is a problem of a type, in the form that all problems have. */
    public Answer isProblem(ProblemType type) {
      assertThat(body.path("code").asText()).as("%s", body).isEqualTo(type.code());
      assertThat(status).isEqualTo(type.status());
      assertThat(header("Content-Type")).startsWith("application/problem+json");
      assertThat(body.path("type").asText()).isEqualTo(type.uri().toString());
      assertThat(body.path("status").asInt()).isEqualTo(type.status());
      assertThat(body.path("title").asText()).isEqualTo(type.title());
      assertThat(body.path("detail").asText()).isNotBlank();
      assertThat(body.path("instance").asText()).startsWith("/");
      assertThat(body.path("retryable").isBoolean()).isTrue();
      assertThat(body.path("traceId").asText()).matches("[0-9a-f]{32}");
      return this;
    }
  }

  public static URI uri(String path) {
    return TestServer.http().resolve("/api/v1/" + path);
  }

  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri(path))
        .timeout(PATIENCE)
        .header("Authorization", TestServer.credentials().basic(user));
  }

  public Answer get(String path) {
    return send(request(path));
  }

  public Answer post(String path, String body) {
    return post(path, "application/json", BodyPublishers.ofString(body));
  }

  Answer post(String path, String type, BodyPublisher body) {
    return send(request(path).header("Content-Type", type).POST(body));
  }

  public static Answer send(HttpRequest.Builder request) {
    HttpResponse<String> response = exchange(request);
    boolean json = response.headers().firstValue("Content-Type").orElse("").contains("json");
    return new Answer(
        response.statusCode(),
        response.headers(),
        json ? Json.read(response.body()) : MissingNode.getInstance());
  }

  public static HttpResponse<String> exchange(HttpRequest.Builder request) {
    // an upgrade to HTTP/2 in the middle of a body that is refused ends in a broken stream
    request.version(HttpClient.Version.HTTP_1_1);
    try {
      HttpResponse<String> answer = HTTP.send(request.build(), BodyHandlers.ofString());
      Description.check(answer);
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Submits a run and returns its id. */
  public UUID submit(String agent) {
    String input = "{\"topic\": \"tea\", \"author\": {\"name\": \"Ana\"}}";
    Answer answer = post("runs", submission(agent, input, "test"));
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
    return UUID.fromString(answer.body().path("id").asText());
  }

  public String status(UUID run) {
    return get("runs/" + run).body().path("status").asText();
  }

  /** Returns the member of a body that names a call in its current state, or a missing call. */
  String seen(UUID run, String call) {
    for (JsonNode item : get("runs/" + run + "/tool-calls").body().path("items")) {
      if (item.path("id").asText().equals(call)) {
        return seen(item);
      }
    }
    return seen("none", 1, "0".repeat(64));
  }

  /** Returns the member of a body that names this call. */
  static String seen(JsonNode call) {
    return seen(
        call.path("phase").asText(), call.path("iteration").asInt(), call.path("digest").asText());
  }

  private static String seen(String phase, int iteration, String digest) {
    return "\"call\": {\"phase\": \"%s\", \"iteration\": %d, \"digest\": \"%s\"}"
        .formatted(phase, iteration, digest);
  }

  /** Returns how many runs the user sees. */
  int runs() {
    return get("runs?limit=200").body().path("items").size();
  }

  public static String submission(String agent, String input, String workspace) {
    return "{\"agent\": \"%s\", \"input\": %s, \"workspace\": \"%s\"}"
        .formatted(agent, input, workspace);
  }
}
