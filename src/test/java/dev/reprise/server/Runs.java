package dev.reprise.server;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.StreamSupport.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** The API, as an operator uses it. */
public record Runs(JsonClient http) {

  private static final JsonNode NO_CALL =
      JsonNodeFactory.instance
          .objectNode()
          .put("phase", "none")
          .put("iteration", 1)
          .put("digest", "0".repeat(64));

  /** The most events that the API returns at once. */
  private static final int PAGE = 200;

  public static Runs of(ServerProcess server) {
    return new Runs(new JsonClient(server, "operator"));
  }

  /** Submits a run and returns its id. */
  public UUID submit(String agent, String workspace, ObjectNode input) {
    return submit(submission(agent, workspace, input));
  }

  /** Submits a run that is not durable, and returns its id. */
  public UUID submitNotDurable(String agent, String workspace, ObjectNode input) {
    return submit(submission(agent, workspace, input).put("durable", false));
  }

  /** Submits a run with a label, and returns its id. */
  public UUID submit(String agent, String workspace, ObjectNode input, String name, String value) {
    ObjectNode submission = submission(agent, workspace, input);
    submission.putObject("labels").put(name, value);
    return submit(submission);
  }

  private UUID submit(ObjectNode submission) {
    return UUID.fromString(http.change("POST", "api/v1/runs", submission).path("id").asText());
  }

  private static ObjectNode submission(String agent, String workspace, ObjectNode input) {
    var body = JsonNodeFactory.instance.objectNode();
    body.put("agent", agent);
    body.put("workspace", workspace);
    body.set("input", input);
    return body;
  }

  public String status(UUID run) {
    return find(run).status();
  }

  public Standing find(UUID run) {
    return Standing.of(http.get("api/v1/runs/" + run));
  }

  /** Returns all events of a run's journal. */
  public RecordedRun read(UUID run) {
    List<RecordedEvent> events = new ArrayList<>();
    List<RecordedEvent> page;
    do {
      page = page(run, events.size());
      events.addAll(page);
    } while (!page.isEmpty());
    return new RecordedRun(events);
  }

  private List<RecordedEvent> page(UUID run, long after) {
    String path = "api/v1/runs/%s/events?after=%d&limit=%d".formatted(run, after, PAGE);
    var items = http.get(path).path("items");
    return stream(items.spliterator(), false).map(RecordedEvent::of).toList();
  }

  /** Returns the state of each of the newest 200 runs, all at one moment. */
  public Map<UUID, Standing> list() {
    return stream(http.get("api/v1/runs?limit=200").path("items").spliterator(), false)
        .collect(toMap(run -> UUID.fromString(run.path("id").asText()), Standing::of));
  }

  /**
   * The state of a run.
   *
   * @param holder the server that carries it out, or an empty text while none does
   */
  public record Standing(String status, String holder, long epoch) {

    private static Standing of(JsonNode run) {
      return new Standing(
          run.path("status").asText(),
          run.path("holder").path("server").asText(),
          run.path("epoch").asLong());
    }
  }

  /** Returns the calls whose outcome is unknown, each by phase, iteration and id. */
  public List<Call> unknownCalls(UUID run) {
    return stream(calls(run).spliterator(), false)
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

    /** Returns the key by which the tool knows the call. */
    public String idempotencyKey(UUID run) {
      return "%s/%s/%d/%s".formatted(run, phase, iteration, id);
    }
  }

  /** Returns the statuses of the open calls, in order. */
  public List<String> callStatuses(UUID run) {
    return openCalls(run).map(call -> call.path("status").asText()).toList();
  }

  /** Returns what is known of the servers that started the open calls, in order. */
  public List<String> beginners(UUID run) {
    return openCalls(run).map(call -> call.path("begunBy").path("standing").asText()).toList();
  }

  private Stream<JsonNode> openCalls(UUID run) {
    return stream(calls(run).spliterator(), false)
        .filter(call -> !List.of("COMPLETED", "FAILED").contains(call.path("status").asText()));
  }

  /** Gives a verdict with a result on a call whose outcome is unknown. */
  public void resolve(UUID run, String call, String verdict, String result) {
    say(run, call + ":resolve", verdict(verdict).put("result", result));
  }

  /** Gives a verdict that the server may refuse. */
  public HttpResponse<String> tryToResolve(UUID run, String call, String verdict) {
    return trySay(run, call + ":resolve", verdict(verdict));
  }

  /** Gives a verdict with a result that the server may refuse. */
  public HttpResponse<String> tryToResolve(UUID run, String call, String verdict, String result) {
    return trySay(run, call + ":resolve", verdict(verdict).put("result", result));
  }

  /**
   * Sends a decision about a call in its present state.
   *
   * @param word the call's id, a colon, and the decision
   */
  public void say(UUID run, String word, ObjectNode body) {
    http.change("POST", address(run, word), about(run, word, body));
  }

  /** Sends a decision that the server may refuse. */
  public HttpResponse<String> trySay(UUID run, String word, ObjectNode body) {
    return http.tryTo("POST", address(run, word), about(run, word, body));
  }

  private static String address(UUID run, String word) {
    return "api/v1/runs/%s/tool-calls/%s".formatted(run, word);
  }

  /** Names the call in its present state, or a call that does not exist. */
  private ObjectNode about(UUID run, String word, ObjectNode body) {
    String id = word.substring(0, word.lastIndexOf(':'));
    JsonNode call =
        stream(calls(run).spliterator(), false)
            .filter(it -> it.path("id").asText().equals(id))
            .findFirst()
            .orElse(NO_CALL);
    ObjectNode said = body.deepCopy();
    said.putObject("call")
        .put("phase", call.path("phase").asText())
        .put("iteration", call.path("iteration").asInt())
        .put("digest", call.path("digest").asText());
    return said;
  }

  private JsonNode calls(UUID run) {
    return http.get("api/v1/runs/" + run + "/tool-calls").path("items");
  }

  private static ObjectNode verdict(String verdict) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("verdict", verdict)
        .put("evidence", "the test looked");
  }

  public void retry(UUID run, String reason) {
    http.change(
        "POST",
        "api/v1/runs/" + run + ":retry",
        JsonNodeFactory.instance.objectNode().put("reason", reason));
  }

  /** Posts a message to a run. */
  public void steer(UUID run, String message) {
    http.change(
        "POST",
        "api/v1/runs/" + run + ":steer",
        JsonNodeFactory.instance.objectNode().put("message", message));
  }

  public void pause(UUID run) {
    http.change("POST", "api/v1/runs/" + run + ":pause", JsonNodeFactory.instance.objectNode());
  }

  public void resume(UUID run, String reason) {
    http.change(
        "POST",
        "api/v1/runs/" + run + ":resume",
        JsonNodeFactory.instance.objectNode().put("reason", reason));
  }

  /** Returns what a waiting run waits for. */
  public String waitingFor(UUID run) {
    return http.get("api/v1/runs/" + run).path("waitingFor").asText();
  }

  public void cancel(UUID run) {
    http.change(
        "POST",
        "api/v1/runs/" + run + ":cancel",
        JsonNodeFactory.instance.objectNode().put("reason", "the test is over"));
  }
}
