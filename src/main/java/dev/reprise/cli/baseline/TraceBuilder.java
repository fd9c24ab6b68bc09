package dev.reprise.cli.baseline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.platform.CanonicalJson;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Makes a trace of events. What says nothing about what the run did is left out. Tested by {@code
 * BaselineTest}.
 */
final class TraceBuilder {

  private static final int LONGEST = 1_000;
  private static final int SHOWN = 200;

  private static final Pattern ID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private final Map<String, Map<String, String>> steps = new LinkedHashMap<>();

  /** How often each call was delegated so far. */
  private final Map<String, Integer> delegations = new HashMap<>();

  List<Step> steps() {
    return steps.entrySet().stream().map(it -> new Step(it.getKey(), it.getValue())).toList();
  }

  void add(String type, JsonNode data) {
    String phase = data.path("phase").asText();
    switch (type) {
      case "phase.started" -> put(phase, "prompt", data.path("prompt"));
      case "model.replied" -> reply(data);
      case "tool-call.completed" -> put(call(data), "result", data.path("content"));
      case "tool-call.failed" -> put(call(data), "failure", failure(data));
      case "tool-call.answered" -> put(call(data), "answer", data.path("answer"));
      case "tool-call.resolved" -> put(call(data), "verdict", data.path("verdict"));
      case "tool-call.decided" -> put(call(data), "approved", data.path("approved"));
      case "tool-call.edited" -> put(call(data), "edited", data.at("/change/arguments"));
      case "tool-call.delegated" -> {
        String at = call(data);
        int number = delegations.merge(at, 1, Integer::sum);
        put(at, numbered("agent", number), data.path("agent"));
        put(at, numbered("agentInput", number), withoutIds(data.path("input")));
      }
      case "tool-call.returned" -> {
        String at = call(data);
        put(at, numbered("agentOutput", delegations.getOrDefault(at, 1)), data.path("output"));
      }
      case "phase.completed" -> put(phase + "/end", "output", data.path("output"));
      case "phase.skipped" -> put(phase + "/end", "skipped", failure(data));
      case "phase.failed" -> put(phase + "/end", "failure", failure(data));
      case "run.completed" -> put("end", "output", data.path("output"));
      case "run.failed", "run.dead-lettered" -> put("end", "failure", failure(data));
      case "run.cancelled" -> put("end", "cancelled", data.path("reason"));
      default -> {}
    }
  }

  private static String numbered(String name, int number) {
    return number == 1 ? name : name + number;
  }

  /** Ids differ from run to run. */
  private static JsonNode withoutIds(JsonNode input) {
    return TextNode.valueOf(ID.matcher(text(input)).replaceAll("<id>"));
  }

  private void reply(JsonNode data) {
    String at = data.path("phase").asText() + "/" + data.path("iteration").asText();
    var text = new StringBuilder();
    data.path("blocks")
        .forEach(
            block -> {
              if (block.path("kind").asText().equals("text")) {
                text.append(block.path("text").asText());
              }
            });
    put(at, "text", TextNode.valueOf(text.toString()));
    data.path("blocks")
        .forEach(
            block -> {
              if (block.path("kind").asText().equals("call")) {
                String call = at + "/" + block.path("id").asText();
                put(call, "tool", block.path("tool"));
                put(call, "arguments", block.path("arguments"));
              }
            });
  }

  private static String call(JsonNode data) {
    return "%s/%s/%s"
        .formatted(
            data.path("phase").asText(),
            data.path("iteration").asText(),
            data.path("callId").asText());
  }

  private static JsonNode failure(JsonNode data) {
    JsonNode failure = data.has("failure") ? data.path("failure") : data.path("warning");
    return TextNode.valueOf(
        failure.path("code").asText() + ": " + failure.path("message").asText());
  }

  private void put(String at, String name, JsonNode value) {
    steps.computeIfAbsent(at, it -> new LinkedHashMap<>()).put(name, shortened(text(value)));
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.textValue() : CanonicalJson.write(value);
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST
        ? text
        : "%s… (%d characters, SHA-256 %s)"
            .formatted(
                text.substring(0, SHOWN),
                text.length(),
                CanonicalJson.sha256(TextNode.valueOf(text)));
  }
}
