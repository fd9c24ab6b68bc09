package dev.reprise.crash;

import static java.util.stream.StreamSupport.stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.server.ServerProcess;
import java.util.List;
import java.util.UUID;

/** The API, as an operator uses it. */
record Runs(JsonClient http) {

  static Runs of(ServerProcess server) {
    return new Runs(new JsonClient(server, "operator"));
  }

  /**
   * Submits a run.
   *
   * @param effects the run's input: where its calls leave their lines
   */
  UUID submit(String agent, String effects) {
    var body = JsonNodeFactory.instance.objectNode();
    body.put("agent", agent);
    body.put("workspace", "effects");
    body.putObject("input").put("effects", effects);
    return UUID.fromString(http.change("POST", "api/v1/runs", body).path("id").asText());
  }

  String status(UUID run) {
    return http.get("api/v1/runs/" + run).path("status").asText();
  }

  RecordedRun read(UUID run) {
    var items = http.get("api/v1/runs/" + run + "/events?after=0&limit=200").path("items");
    List<RecordedEvent> events = stream(items.spliterator(), false).map(RecordedEvent::of).toList();
    return new RecordedRun(events);
  }

  void cancel(UUID run) {
    http.change(
        "POST",
        "api/v1/runs/" + run + ":cancel",
        JsonNodeFactory.instance.objectNode().put("reason", "the test is over"));
  }
}
