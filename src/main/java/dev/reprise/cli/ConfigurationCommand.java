package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the effective configuration of a server. */
@Command(
    name = "configuration",
    description =
        "Prints the settings of a server with their sources, without secrets. The environment"
            + " variable REPRISE_PASSWORD has the password of the user, who must be an admin.",
    mixinStandardHelpOptions = true)
final class ConfigurationCommand implements Callable<Integer> {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @Spec @Nullable CommandSpec spec;

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = "http://localhost:9080",
      description = "The address of the server; by default ${DEFAULT-VALUE}.")
  @Nullable URI server;

  @Option(names = "--user", defaultValue = "admin", description = "By default ${DEFAULT-VALUE}.")
  @Nullable String user;

  @Option(
      names = "--prefix",
      defaultValue = "",
      description = "Prints only settings whose names begin with it, such as reprise.approvals.")
  @Nullable String prefix;

  @Override
  public Integer call() throws InterruptedException {
    if (spec == null || server == null || user == null || prefix == null) {
      throw new IllegalStateException("picocli sets these fields");
    }
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    String password = System.getenv("REPRISE_PASSWORD");
    if (password == null) {
      err.println("cannot log in: the environment variable REPRISE_PASSWORD must be set");
      return 2;
    }
    try (var client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
      HttpResponse<String> response =
          client.send(
              request(server, user, password, prefix), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        err.printf("%s answers %d: %s%n", server, response.statusCode(), response.body());
        return 1;
      }
      Json.read(response.body()).path("items").forEach(setting -> print(setting, out));
      return 0;
    } catch (IOException e) {
      err.printf("%s cannot be reached: %s%n", server, e);
    } catch (IllegalArgumentException e) {
      err.printf("%s cannot be used: %s%n", server, e.getMessage());
    }
    return 1;
  }

  private static HttpRequest request(URI server, String user, String password, String prefix) {
    String path =
        "/api/v1/admin/configuration?prefix=" + URLEncoder.encode(prefix, StandardCharsets.UTF_8);
    String login =
        Base64.getEncoder()
            .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    return HttpRequest.newBuilder(server.resolve(path))
        .timeout(TIMEOUT)
        .header("Authorization", "Basic " + login)
        .build();
  }

  /** Prints a line such as {@code reprise.lease = PT30S (default)}. */
  private static void print(JsonNode setting, PrintWriter out) {
    boolean isSet = setting.has("source");
    String value = setting.path(isSet ? "value" : "default").asText("");
    out.printf(
        "%s = %s (%s)%n",
        setting.path("name").asText(), value, isSet ? setting.path("source").asText() : "default");
  }
}
