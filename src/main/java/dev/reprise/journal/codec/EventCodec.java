package dev.reprise.journal.codec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.journal.EventType;
import dev.reprise.journal.RunEvent;
import org.jspecify.annotations.Nullable;

/** Writes and reads the payload of an event: JSON of the event's fields, nothing about classes. */
public final class EventCodec {

  private final ObjectMapper mapper = RecordJson.mapper();

  public String write(RunEvent event) {
    try {
      return UnpairedSurrogates.escaped(mapper.writeValueAsString(event));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          EventType.of(event).typeName() + " cannot be written as JSON", e);
    }
  }

  /**
   * Reads an event back.
   *
   * @throws IllegalArgumentException if the registry does not have the type or the version, or the
   *     payload does not fit
   */
  public RunEvent read(String type, int version, String payload) {
    EventType known = EventType.named(type);
    if (version != known.version()) {
      throw new IllegalArgumentException(
          "event type '%s' has version %d; this server reads version %d"
              .formatted(type, version, known.version()));
    }
    try {
      RunEvent read = mapper.readValue(payload, known.event);
      if (read != null) {
        return read;
      }
    } catch (JsonProcessingException e) {
      // The library's message names classes and quotes the payload, and callers see this one.
      throw unreadable(type, e);
    }
    throw unreadable(type, null);
  }

  private static IllegalArgumentException unreadable(
      String type, @Nullable JsonProcessingException cause) {
    return new IllegalArgumentException("the payload is not that of '%s'".formatted(type), cause);
  }
}
