package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ClientJson;
import java.util.Optional;
import java.util.UUID;

/**
 * A run.
 *
 * @param waitingFor what a run that is WAITING or PAUSED waits for, such as {@code approval}
 * @param outcome what it has come to; empty in lists, and until it has ended
 * @param json all that the server shows of it
 */
public record Run(
    UUID id,
    RunStatus status,
    String agent,
    String workspace,
    Optional<String> waitingFor,
    Optional<Outcome> outcome,
    JsonNode json) {

  /**
   * How a run ended.
   *
   * @param output the answer of a completed run
   * @param failure why a run failed, with its code in front
   */
  public record Outcome(Optional<String> output, Optional<String> failure) {

    private static Optional<Outcome> of(JsonNode outcome) {
      if (outcome.isMissingNode()) {
        return Optional.empty();
      }
      Optional<String> failure =
          Optional.ofNullable(outcome.get("failure"))
              .map(it -> it.path("code").asText() + ": " + it.path("message").asText());
      return Optional.of(new Outcome(ClientJson.text(outcome, "output"), failure));
    }
  }

  /**
   * Returns the answer as JSON, if the run was completed and its agent declares what it must be.
   */
  public Optional<JsonNode> output() {
    return Optional.ofNullable(json.get("output"));
  }

  /** Reads what the server shows of a run. */
  public static Run of(JsonNode json) {
    return new Run(
        UUID.fromString(json.path("id").asText()),
        RunStatus.of(json.path("status").asText()),
        json.path("agent").asText(),
        json.path("workspace").asText(),
        ClientJson.text(json, "waitingFor"),
        Outcome.of(json.at("/progress/outcome")),
        json);
  }
}
