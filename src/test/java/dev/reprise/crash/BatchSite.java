package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A server with an agent whose model calls are counted outside of it, and batches of this agent.
 */
record BatchSite(String name, Path place, ServerProcess server) implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(8);

  /** Creates a server whose model takes so long for each answer. */
  static BatchSite named(String name, ServerOptions options, int millis) {
    try {
      Path place = Files.createTempDirectory("reprise-" + name + "-").toRealPath();
      Files.createDirectories(place.resolve("agents"));
      Files.writeString(place.resolve("agents/clerk.yaml"), agent(place, millis));
      Files.writeString(
          place.resolve("prices.yaml"),
          """
          - {provider: tally, model: "*", input: 100, output: 200,
             date: 2026-11-01, source: "https://example.org/prices"}
          """);
      return new BatchSite(name, place, ServerProcess.named(name, at(place, options)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns another server that works in the same place. */
  BatchSite beside(String name, ServerOptions options) {
    return new BatchSite(name, place, ServerProcess.named(name, at(place, options)));
  }

  private static ServerOptions at(Path place, ServerOptions options) {
    return options
        .with("REPRISE_AGENTS_DIR", place.resolve("agents").toString())
        .with("REPRISE_WORKSPACES", "desk=" + place)
        .with("REPRISE_PRICES_FILE", place.resolve("prices.yaml").toString())
        .withBeans(Tally.class);
  }

  private static String agent(Path place, int millis) {
    return """
        name: clerk
        description: Says what it was asked.
        phases:
          - {name: only, prompt: "{{input.text}}"}
        model:
          provider: tally
          file: %s
          millis: %d
        """
        .formatted(place.resolve("tally"), millis);
  }

  /** Returns whether this server's job carries a batch out. */
  boolean holds(UUID id) {
    return batch(id).path("server").asText().contains("/" + name + "/");
  }

  /** Returns each prompt for which the model was called, as often as it was. */
  List<String> calls() {
    try {
      Path file = place.resolve("tally");
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets the model refuse bad prompts. */
  void refuseBad(boolean refuses) {
    try {
      if (refuses) {
        Files.writeString(place.resolve("bad"), "");
      } else {
        Files.deleteIfExists(place.resolve("bad"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonClient http() {
    return new JsonClient(server, "operator");
  }

  /** Returns a request without items. */
  static ObjectNode request() {
    ObjectNode request = JsonNodeFactory.instance.objectNode();
    request.put("agent", "clerk").put("workspace", "desk");
    request.putArray("key").add("id");
    request.putObject("input").put("text", "{{item.text}}");
    return request;
  }

  /** Returns so many items as JSON Lines. */
  static String items(int count, IntFunction<String> text) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> "{\"id\":%d,\"text\":\"%s\"}".formatted(i, text.apply(i)))
        .collect(Collectors.joining("\n"));
  }

  /** Submits a batch whose items are in the body. */
  UUID submit(ObjectNode request, String lines) {
    HttpResponse<String> answer =
        http()
            .send(
                "api/v1/batches:lines", "application/x-ndjson", Json.write(request) + "\n" + lines);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    return UUID.fromString(Json.read(answer.body()).path("id").asText());
  }

  /** Submits a batch whose request names the source of its items. */
  UUID submit(ObjectNode request) {
    return UUID.fromString(http().change("POST", "api/v1/batches", request).path("id").asText());
  }

  JsonNode batch(UUID id) {
    return http().get("api/v1/batches/" + id);
  }

  void act(UUID id, String act) {
    http()
        .change(
            "POST",
            "api/v1/batches/%s:%s".formatted(id, act),
            JsonNodeFactory.instance.objectNode());
  }

  /** Posts as an admin. */
  HttpResponse<String> admin(String path, ObjectNode body) {
    return new JsonClient(server, "admin").tryTo("POST", path, body);
  }

  /** Approves what a batch is expected to cost; returns the status of the response. */
  int approve(UUID id, BigDecimal needed) {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("needed", needed);
    return http().tryTo("POST", "api/v1/batches/%s:approve".formatted(id), body).statusCode();
  }

  /** Waits until a batch has this status, and returns it. */
  JsonNode awaitStatus(UUID id, String status) {
    return await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .ignoreException(UncheckedIOException.class) // while its server is down
        .until(() -> batch(id), batch -> batch.path("status").asText().equals(status));
  }

  /** Waits until so many items of a batch have ended. */
  void awaitEnded(UUID id, int count) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              JsonNode receipt = batch(id).path("receipt");
              return receipt.path("items").asInt() - receipt.path("pending").asInt() >= count;
            });
  }

  /** Returns all results after a number, read as a file. */
  List<JsonNode> results(UUID id, long after) {
    HttpResponse<String> file =
        http().ask("api/v1/batches/%s/results.jsonl?after=%d".formatted(id, after));
    assertThat(file.statusCode()).as(file.body()).isEqualTo(200);
    return file.body().lines().map(Json::read).toList();
  }

  @Override
  public void close() {
    server.close();
  }
}
