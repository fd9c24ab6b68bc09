package dev.reprise.server;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.StreamSupport.stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  /** Returns the server that carries a run out, or an empty text while none does. */
  public String holder(UUID run) {
    return http.get("api/v1/runs/" + run).path("holder").path("server").asText();
  }

  /** Returns a run's whole journal, page by page. */
  public RecordedRun read(UUID run) {
    List<RecordedEvent> events = new ArrayList<>();
    int before;
    do {
      before = events.size();
      var page = http.get("api/v1/runs/%s/events?after=%d&limit=200".formatted(run, before));
      page.path("items").forEach(item -> events.add(RecordedEvent.of(item)));
    } while (events.size() - before == 200);
    return new RecordedRun(events);
  }

  /** Returns the statuses of the newest 200 runs. */
  public Map<UUID, String> statuses() {
    return stream(http.get("api/v1/runs?limit=200").path("items").spliterator(), false)
        .collect(
            toMap(
                run -> UUID.fromString(run.path("id").asText()),
                run -> run.path("status").asText()));
  }

  /** Returns the calls whose outcome nobody knows, each by phase, iteration and id. */
  public List<Call> unknownCalls(UUID run) {
    var items = http.get("api/v1/runs/" + run + "/tool-calls").path("items");
    return stream(items.spliterator(), false)
        .filter(call -> call.path("status").asText().equals("UNKNOWN"))
        .map(
            call ->
                new Call(
                    call.path("phase").asText(),
                    call.path("iteration").asInt(),
                    call.path("id").asText()))
        .toList();
  }

  /** A tool call of a run. */
  public record Call(String phase, int iteration, String id) {

    /** Returns what the tool knows the call by. */
    public String idempotencyKey(UUID run) {
      return "%s/%s/%d/%s".formatted(run, phase, iteration, id);
    }
  }

  /** Returns how far the calls in hand have come, in their order. */
  public List<String> callStatuses(UUID run) {
    var items = http.get("api/v1/runs/" + run + "/tool-calls").path("items");
    return stream(items.spliterator(), false).map(call -> call.path("status").asText()).toList();
  }

  /** Gives a verdict with a result on a call whose outcome is unknown. */
  public void resolve(UUID run, String call, String verdict, String result) {
    http.change("POST", resolution(run, call), verdict(verdict).put("result", result));
  }

  /** Gives a verdict that may well be refused. */
  public HttpResponse<String> tryToResolve(UUID run, String call, String verdict) {
    return http.tryTo("POST", resolution(run, call), verdict(verdict));
  }

  private static String resolution(UUID run, String call) {
    return "api/v1/runs/%s/tool-calls/%s:resolve".formatted(run, call);
  }

  private static ObjectNode verdict(String verdict) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("verdict", verdict)
        .put("evidence", "the test looked");
  }

  public void cancel(UUID run) {
    http.change(
        "POST",
        "api/v1/runs/" + run + ":cancel",
        JsonNodeFactory.instance.objectNode().put("reason", "the test is over"));
  }
}
