package dev.reprise.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.output.LimitText;
import dev.reprise.client.stream.Event;
import dev.reprise.platform.PlainText;
import java.util.ArrayList;
import java.util.List;

/** Says in a line what an event tells. Tested by {@code ViewsTest}. */
public final class EventText {

  private static final int MOST = 160;

  private EventText() {}

  /** Returns the line, without control characters; models and tools write parts of it. */
  public static String of(Event event) {
    return PlainText.of(text(event.type(), event.data()), MOST);
  }

  private static String text(String type, JsonNode data) {
    return switch (type) {
      case "run.submitted" ->
          "submitted by %s for %s".formatted(text(data, "submittedBy"), text(data, "agent"));
      case "run.admitted" -> "taken by %s".formatted(text(data, "server"));
      case "phase.started" -> "phase %s begins".formatted(text(data, "phase"));
      case "phase.completed" ->
          "phase %s is complete: %s".formatted(text(data, "phase"), text(data, "output"));
      case "phase.skipped" ->
          "phase %s is skipped: %s".formatted(text(data, "phase"), failure(data, "warning"));
      case "phase.failed" ->
          "phase %s failed: %s".formatted(text(data, "phase"), failure(data, "failure"));
      case "model.replied" -> "model replied: " + reply(data);
      case "output.rejected" -> "the model is asked again: " + text(data, "message");
      case "budget.reached" -> "budget reached, " + LimitText.of(data.path("crossing"));
      case "run.waiting", "run.paused" -> waiting(type, data);
      case "run.completed" -> "completed: " + text(data, "output");
      case "run.failed" -> "failed: " + failure(data, "failure");
      case "run.dead-lettered" -> "given up: " + failure(data, "failure");
      case "run.cancelled" ->
          "cancelled by %s: %s".formatted(text(data, "by"), text(data, "reason"));
      default -> type.startsWith("tool-call.") ? call(type, data) : other(type, data);
    };
  }

  private static String call(String type, JsonNode data) {
    String id = text(data, "callId");
    return switch (type) {
      case "tool-call.started" -> "call %s of %s begins".formatted(id, text(data, "tool"));
      case "tool-call.completed" -> "call %s is complete: %s".formatted(id, text(data, "content"));
      case "tool-call.asked" ->
          "call %s waits for %s: %s"
              .formatted(
                  id,
                  text(data, "asking").equals("APPROVAL") ? "an approval" : "an answer",
                  text(data, "question"));
      case "tool-call.decided" ->
          "call %s was %s by %s"
              .formatted(
                  id, data.path("approved").asBoolean() ? "approved" : "denied", text(data, "by"));
      case "tool-call.delegated" ->
          "call %s runs as %s of %s".formatted(id, text(data, "child"), text(data, "agent"));
      default -> "call %s: %s".formatted(id, other(type, data));
    };
  }

  private static String waiting(String type, JsonNode data) {
    String what = type.equals("run.waiting") ? "waits" : "paused by " + text(data, "by");
    String reason = data.has("waitingFor") ? " for " + text(data, "waitingFor") : "";
    String until = data.has("until") ? " until " + text(data, "until") : "";
    String why = data.has("reason") ? ": " + text(data, "reason") : "";
    return what + reason + until + why;
  }

  /** The text of a reply, and the tools that it calls. */
  private static String reply(JsonNode data) {
    var said = new StringBuilder(text(data, "text"));
    List<String> calls = new ArrayList<>();
    data.path("calls").forEach(call -> calls.add(text(call, "tool")));
    for (JsonNode block : data.path("blocks")) {
      switch (text(block, "kind")) {
        case "text" -> said.append(text(block, "text"));
        case "call" -> calls.add(text(block, "tool"));
        default -> {} // reasoning, images, and what later versions add
      }
    }
    String called = calls.isEmpty() ? "" : "calls " + String.join(", ", calls);
    return said.isEmpty() || called.isEmpty() ? said + called : said + "; " + called;
  }

  private static String other(String type, JsonNode data) {
    String words = type.substring(type.indexOf('.') + 1).replace('-', ' ');
    String subject = type.substring(0, Math.max(0, type.indexOf('.')));
    String what = subject.equals("tool-call") ? words : subject + " " + words;
    return data.has("failure") ? what + ": " + failure(data, "failure") : what;
  }

  private static String failure(JsonNode data, String name) {
    return "%s (%s)".formatted(text(data.path(name), "message"), text(data.path(name), "code"));
  }

  private static String text(JsonNode object, String name) {
    return object.path(name).asText();
  }
}
