package dev.reprise.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/** An event as the API returns it. */
public record RecordedEvent(
    long sequence, String type, long epoch, Instant at, JsonNode data, String hash) {

  public static RecordedEvent of(JsonNode json) {
    return new RecordedEvent(
        json.path("sequence").asLong(),
        json.path("type").asText(),
        json.path("epoch").asLong(),
        Instant.parse(json.path("at").asText()),
        json.path("data"),
        json.path("hash").asText());
  }

  /** Returns the tool call of this event. */
  public Runs.Call call() {
    return new Runs.Call(phase(), data.path("iteration").asInt(), data.path("callId").asText());
  }

  public String phase() {
    return data.path("phase").asText();
  }

  /** Returns the identity of this event among those that must happen only once. */
  public String identity() {
    return "%s of %s/%s/%s"
        .formatted(
            type, phase(), data.path("iteration").asText("-"), data.path("callId").asText("-"));
  }

  @Override
  public String toString() {
    return "\n%d (epoch %d, %s) %s".formatted(sequence, epoch, at, identity());
  }
}
