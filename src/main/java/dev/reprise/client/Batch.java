package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ClientJson;
import java.util.Optional;
import java.util.UUID;

/**
 * A batch: an agent over a data set.
 *
 * @param status such as {@code RUNNING}
 * @param reason why it is not what it should be
 * @param json all that the server shows of it
 */
public record Batch(UUID id, String status, String agent, Optional<String> reason, JsonNode json) {

  static Batch of(JsonNode json) {
    return new Batch(
        UUID.fromString(json.path("id").asText()),
        json.path("status").asText(),
        json.path("agent").asText(),
        ClientJson.text(json, "reason"),
        json);
  }
}
