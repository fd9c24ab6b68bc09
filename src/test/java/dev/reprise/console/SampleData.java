package dev.reprise.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.FeedReader;
import dev.reprise.artifact.Generation.Trigger;
import dev.reprise.artifact.Program;
import dev.reprise.artifact.store.ArtifactJson;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import java.util.List;
import java.util.UUID;

/** One of each thing that the console shows. */
record SampleData(UUID run, UUID fork, UUID waiting, UUID batch, UUID bulk, String artifact) {

  static SampleData create(ConsoleSite site) {
    JsonClient operator = site.runs().http();
    JsonClient admin = operator.as("admin");
    UUID waiting = site.submit("three-approvals", "sample-lines.txt");
    site.submit("asks", "sample-asks.txt");
    UUID run = site.submit("steps", "sample.txt");
    site.awaitStatus(run, "COMPLETED");
    UUID fork =
        id(
            operator,
            "api/v1/runs/%s:fork".formatted(run),
            "{\"sequence\": 4, \"reason\": \"again\"}");
    operator.change(
        "POST",
        "api/v1/schedules",
        json(
            """
            {"name": "nightly", "agent": "steps", "workspace": "effects",
             "input": {"effects": "nightly.txt"}, "cron": "0 3 * * *", "zone": "UTC"}"""));
    UUID batch =
        id(
            operator,
            "api/v1/batches",
            """
            {"agent": "wait", "workspace": "effects", "name": "two-lines",
             "source": {"lines": "{\\"effects\\": \\"b1.txt\\"}\\n{\\"effects\\": \\"b2.txt\\"}\\n"}}""");
    ObjectNode pause =
        (ObjectNode)
            json("{\"act\": \"PAUSE\", \"reason\": \"look\", \"filter\": {\"agent\": \"asks\"}}");
    JsonNode preview = operator.change("POST", "api/v1/bulk", pause);
    pause.set("preview", preview.path("preview"));
    UUID bulk = UUID.fromString(operator.change("POST", "api/v1/bulk", pause).path("id").asText());
    admin.change(
        "POST",
        "api/v1/admin/kill-switches",
        json("{\"kind\": \"AGENT\", \"name\": \"hold-once\", \"reason\": \"under repair\"}"));
    site.awaitStatus(waiting, "WAITING");
    site.awaitStatus(fork, "COMPLETED");
    return new SampleData(run, fork, waiting, batch, bulk, artifact(admin));
  }

  /** Imports a generated tool, and then another generation of it. */
  private static String artifact(JsonClient admin) {
    String address = FeedReader.KEY.role() + "/" + FeedReader.KEY.method();
    for (int i = 1; i <= 2; i++) {
      var program = new Program("return input.titles; // " + i, List.of());
      Artifact artifact =
          Artifact.first(
              FeedReader.KEY, FeedReader.CONTRACT, program, FeedReader.origin(Trigger.GENERATED));
      admin.change(
          "PUT",
          "api/v1/artifacts/" + address,
          json("{\"document\": %s}".formatted(ArtifactJson.write(artifact))));
    }
    return address;
  }

  private static UUID id(JsonClient client, String path, String body) {
    return UUID.fromString(client.change("POST", path, json(body)).path("id").asText());
  }

  private static JsonNode json(String text) {
    return Json.read(text);
  }
}
