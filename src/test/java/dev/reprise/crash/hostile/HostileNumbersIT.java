package dev.reprise.crash.hostile;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.FeedReader;
import dev.reprise.artifact.Generation.Trigger;
import dev.reprise.artifact.Program;
import dev.reprise.artifact.store.ArtifactJson;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.HugeNumberModel;
import dev.reprise.platform.Json;
import dev.reprise.server.Http;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No number and no schema, short as it may be, ends a server of the shipped size. */
class HostileNumbersIT {

  private static final String HUGE = "1e1000000000";

  private static final Map<String, String> SCHEMAS =
      Map.of("doubling", doubling(), "endless", "{\"$ref\":\"#\"}");

  private static final Map<String, String> LINES =
      Map.of(
          "huge", HUGE,
          "huge-below", "-" + HUGE,
          "one-in-64-bits", "18446744073709551617.0",
          "one-in-64-bits-below", "-18446744073709551615.0",
          "great", "1e500");

  private static Site site;

  private final HttpClient client = Http.trustingClient();

  private static String doubling() {
    String definitions =
        IntStream.range(0, 24)
            .mapToObj(
                i ->
                    "\"a%d\":{\"allOf\":[{\"$ref\":\"#/$defs/a%d\"},{\"$ref\":\"#/$defs/a%d\"}]}"
                        .formatted(i, i + 1, i + 1))
            .collect(joining(","));
    return "{\"$ref\":\"#/$defs/a0\",\"$defs\":{%s,\"a24\":{\"type\":\"string\"}}}"
        .formatted(definitions);
  }

  @BeforeAll
  static void start(@TempDir Path agents) throws IOException {
    for (var schema : SCHEMAS.entrySet()) {
      String document = writer(schema.getKey(), schema.getValue());
      Files.writeString(agents.resolve(schema.getKey() + ".yaml"), document);
    }
    for (var line : LINES.entrySet()) {
      String document = reader(line.getKey(), line.getValue());
      Files.writeString(agents.resolve(line.getKey() + ".yaml"), document);
    }
    site =
        Site.named(
            "hostile-numbers",
            ServerOptions.DEFAULT
                .with("REPRISE_AGENTS_DIR", agents.toString())
                .withBeans(HugeNumberModel.class));
    site.server().start();
  }

  /** An agent that calls a tool which is to be written, with this contract. */
  private static String writer(String name, String deliverable) {
    return """
      name: %s
      description: Lets a tool be written.
      tools: [call_artifact]
      phases:
        - {name: only, prompt: "Call it."}
      model:
        provider: scripted
        script:
          only:
            - calls:
                - id: made
                  tool: call_artifact
                  arguments: {role: r, method: m, input: 1, contract: {purpose: None., deliverable: %s}}
            - text: "{{calls.made}}"
      """
        .formatted(name, deliverable);
  }

  /** An agent that reads a file from this line on. */
  private static String reader(String name, String line) {
    return """
      name: %s
      description: Reads a file.
      tools: [read_file]
      phases:
        - {name: only, prompt: "Read."}
      model: {provider: huge-numbers, name: "%s"}
      """
        .formatted(name, line);
  }

  @AfterAll
  static void close() {
    site.close();
  }

  @AfterEach
  void lives() throws Exception {
    assertThat(send("GET", "runs", "").statusCode()).as(site.server()::lastLines).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"agents:try", "runs", "schedules:preview", "batches"})
  void refusesABodyWithAGreatExponent(String path) throws Exception {
    var answer = send("POST", path, "{\"budget\":{\"usd\":1,\n\"onExceeded\":%s}}".formatted(HUGE));

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).contains("malformed-json", "line 2, column", "1000 digits");
  }

  /** The body is the document, so what is wrong with it is wrong with the agent. */
  @Test
  void refusesAnAgentToValidateWithAGreatExponent() throws Exception {
    String document = "{\"budget\":{\"usd\":1,\n\"onExceeded\":%s}}".formatted(HUGE);

    var answer = send("POST", "agents:validate", document);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
    assertThat(answer.body()).contains("invalid-agent", "line 2, column", "1000 digits");
  }

  @ParameterizedTest
  @ValueSource(strings = {"budget: {usd: %s}", "tools: [%s]", "model: {provider: x, name: [%s]}"})
  void refusesADocumentWithAGreatExponent(String line) throws Exception {
    ObjectNode body = (ObjectNode) Json.read("{\"input\": {}, \"workspace\": \"effects\"}");
    body.put("document", "name: v\n" + line.formatted("1.0e+1000000000"));

    var answer = send("POST", "agents:try", body.toString());

    assertThat(answer.statusCode()).as(answer.body()).isBetween(400, 422);
    assertThat(answer.body()).contains("1000 digits", "line 2");
  }

  @Test
  void aModelReadsThatItsArgumentIsOutOfBounds() {
    for (String agent : LINES.keySet()) {
      RecordedRun run = completed(agent);

      // an attempt begins with its intent, also one whose arguments are refused
      assertThat(output(run)).as(agent).contains("invalid_arguments", "read_file was not run");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"doubling", "endless"})
  void aModelReadsThatItsSchemaIsRefused(String agent) {
    assertThat(output(completed(agent))).contains("is no JSON Schema: it");
  }

  @Test
  void refusesADocumentOfAToolWithSuchASchema() throws Exception {
    for (String schema : SCHEMAS.values()) {
      ObjectNode document = (ObjectNode) ArtifactJson.write(artifact());
      ((ObjectNode) document.path("contract")).set("deliverable", Json.read(schema));

      var answer =
          send("PUT", "artifacts/feed_reader/hostile", "{\"document\":%s}".formatted(document));

      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
      assertThat(answer.body()).contains("contract.deliverable", "is no JSON Schema: it");
    }
  }

  private static Artifact artifact() {
    return Artifact.first(
        new ArtifactKey("elsewhere", FeedReader.KEY.role(), "hostile"),
        FeedReader.CONTRACT,
        new Program("return input.titles;", List.of()),
        FeedReader.origin(Trigger.GENERATED));
  }

  private static RecordedRun completed(String agent) {
    return site.awaitStatus(site.submit(agent), "COMPLETED").assertSound();
  }

  private static String output(RecordedRun run) {
    return run.last().data().path("output").asText();
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(site.server().baseUri().resolve("api/v1/" + path))
            .timeout(Duration.ofSeconds(10))
            .header("Authorization", site.server().credentials().basic("admin"))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }
}
