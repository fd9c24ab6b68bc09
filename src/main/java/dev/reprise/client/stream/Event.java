package dev.reprise.client.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.reprise.client.http.ClientJson;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An event of a run.
 *
 * @param sequence its number in the journal; empty if it is not recorded, such as a piece of a
 *     reply that is arriving
 * @param type such as {@code model.replied}; later versions of the server may have more
 * @param at when it was recorded
 * @param data what the type says about it
 * @param json the event as the server sent it
 */
public record Event(
    OptionalLong sequence, String type, Optional<Instant> at, JsonNode data, JsonNode json) {

  /** The run as it was when a stream began, which is the first event of each stream. */
  public static final String SNAPSHOT = "snapshot";

  /** Returns an event of a page. */
  public static Event recorded(JsonNode json) {
    return new Event(
        OptionalLong.of(json.path("sequence").asLong()),
        json.path("type").asText(),
        time(json.path("at").asText()),
        json.path("data"),
        json);
  }

  /** Returns an event of a stream. */
  static Event of(ServerSentEvent sent) {
    JsonNode json = ClientJson.read(sent.data()).orElseGet(MissingNode::getInstance);
    return sent.id().isPresent()
        ? recorded(json)
        : new Event(OptionalLong.empty(), sent.type(), Optional.empty(), json, json);
  }

  public boolean isRecorded() {
    return sequence.isPresent();
  }

  private static Optional<Instant> time(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
