package dev.reprise.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real Prometheus that reads the metrics of a server each second and evaluates rules. */
public final class PrometheusProcess implements AutoCloseable {

  private static final int OK = 200;
  private static final Path PROGRAM = Path.of("/usr/bin/prometheus");

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final URI api;

  private PrometheusProcess(Process process, URI api) {
    this.process = process;
    this.api = api;
  }

  public static boolean isInstalled() {
    return Files.isExecutable(PROGRAM);
  }

  /**
   * Starts one under {@code target/prometheus}, which logs in to the server as one of its users.
   */
  public static PrometheusProcess reading(ServerProcess server, String user, Path rules) {
    Path directory = Build.current().target().resolve("prometheus");
    int port = Ports.free().http();
    try {
      ServerDirectory.deleteTree(directory);
      Files.createDirectories(directory);
      Path password =
          Files.writeString(directory.resolve("password"), server.credentials().passwordOf(user));
      Files.writeString(
          directory.resolve("prometheus.yml"),
          """
          global: {scrape_interval: 1s, evaluation_interval: 1s}
          scrape_configs:
            - job_name: reprise
              scheme: https
              metrics_path: /api/v1/metrics
              basic_auth: {username: %s, password_file: %s}
              tls_config: {insecure_skip_verify: true}
              static_configs: [{targets: ["%s"]}]
          rule_files: ["%s"]
          """
              .formatted(user, password, server.httpsUri().getAuthority(), rules.toAbsolutePath()));
      Process process =
          new ProcessBuilder(
                  PROGRAM.toString(),
                  "--config.file=" + directory.resolve("prometheus.yml"),
                  "--storage.tsdb.path=" + directory.resolve("data"),
                  "--web.listen-address=localhost:" + port)
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("log").toFile())
              .start();
      return new PrometheusProcess(process, URI.create("http://localhost:" + port + "/api/v1/"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the value of an expression with one result; empty if it has none yet. */
  public String value(String expression) {
    JsonNode result =
        get("query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8)).path("result");
    return result.path(0).path("value").path(1).asText();
  }

  /** Returns the rules, with whether they could be evaluated. */
  public List<JsonNode> rules() {
    List<JsonNode> rules = new ArrayList<>();
    get("rules").path("groups").forEach(group -> group.path("rules").forEach(rules::add));
    return rules;
  }

  private JsonNode get(String path) {
    try {
      HttpResponse<String> response =
          client.send(HttpRequest.newBuilder(api.resolve(path)).build(), BodyHandlers.ofString());
      return response.statusCode() == OK
          ? Json.read(response.body()).path("data")
          : MissingNode.getInstance();
    } catch (ConnectException e) {
      return MissingNode.getInstance(); // it is still starting
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly(); // its data is thrown away
    process.onExit().join();
  }
}
