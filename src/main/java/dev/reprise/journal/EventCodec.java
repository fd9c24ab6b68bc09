package dev.reprise.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Writes and reads the payload of an event: JSON of the event's fields, nothing about classes. */
final class EventCodec {

  private final ObjectMapper mapper = RecordJson.mapper();

  String write(RunEvent event) {
    try {
      return mapper.writeValueAsString(event);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          EventType.of(event).typeName() + " does not fit into JSON", e);
    }
  }

  /**
   * Reads an event back.
   *
   * @throws IllegalArgumentException if type, version or payload are not of this registry
   */
  RunEvent read(String type, int version, String payload) {
    EventType known = EventType.named(type);
    if (version != known.version()) {
      throw new IllegalArgumentException(
          "event type '%s' has version %d; this server reads version %d"
              .formatted(type, version, known.version()));
    }
    try {
      return mapper.readValue(payload, known.event);
    } catch (JsonProcessingException e) {
      // The library's own words name classes and quote the payload, and this is told to callers.
      throw new IllegalArgumentException("the payload is not that of '%s'".formatted(type), e);
    }
  }
}
