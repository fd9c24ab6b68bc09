package dev.reprise.server;

import static java.util.stream.StreamSupport.stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;

/** The API, as an operator uses it. */
public record Runs(JsonClient http) {

  public static Runs of(ServerProcess server) {
    return new Runs(new JsonClient(server, "operator"));
  }

  /** Submits a run and returns its id. */
  public UUID submit(String agent, String workspace, ObjectNode input) {
    var body = JsonNodeFactory.instance.objectNode();
    body.put("agent", agent);
    body.put("workspace", workspace);
    body.set("input", input);
    return UUID.fromString(http.change("POST", "api/v1/runs", body).path("id").asText());
  }

  public String status(UUID run) {
    return http.get("api/v1/runs/" + run).path("status").asText();
  }

  public RecordedRun read(UUID run) {
    var items = http.get("api/v1/runs/" + run + "/events?after=0&limit=200").path("items");
    List<RecordedEvent> events = stream(items.spliterator(), false).map(RecordedEvent::of).toList();
    return new RecordedRun(events);
  }

  public void cancel(UUID run) {
    http.change(
        "POST",
        "api/v1/runs/" + run + ":cancel",
        JsonNodeFactory.instance.objectNode().put("reason", "the test is over"));
  }
}
