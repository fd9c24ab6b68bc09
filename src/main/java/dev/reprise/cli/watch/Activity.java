package dev.reprise.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.stream.Event;

/** What a run does between two recorded events, in a few words. */
final class Activity {

  private Activity() {}

  /** Returns what goes on after an event; an empty text if nothing is known. */
  static String of(Event event) {
    JsonNode data = event.data();
    return switch (event.type()) {
      case "phase.started", "tool-call.completed", "tool-call.failed", "model.restart" ->
          "asking the model";
      case "model.delta" ->
          "the model is %s (%d characters)"
              .formatted(
                  data.path("kind").asText().equals("reasoning") ? "reasoning" : "replying",
                  data.path("offset").asLong() + data.path("text").asText().length());
      case "tool-call.started" -> "calling " + data.path("tool").asText();
      case "tool-call.progress" ->
          "%s of %s %s"
              .formatted(
                  data.path("done").asText(),
                  data.path("total").asText("?"),
                  data.path("message").asText());
      default -> "";
    };
  }
}
