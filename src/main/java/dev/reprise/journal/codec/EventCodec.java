package dev.reprise.journal.codec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.journal.EventType;
import dev.reprise.journal.EventUpcaster;
import dev.reprise.journal.RunEvent;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the payload of an event: JSON of the event's fields, nothing about classes.
 *
 * <p>An event is written in today's version of its type and read in any that there ever was.
 */
public final class EventCodec {

  private final ObjectMapper mapper = RecordJson.mapper();

  public String write(RunEvent event) {
    try {
      return UnpairedSurrogates.escaped(mapper.writeValueAsString(event));
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
  public RunEvent read(String type, int version, String payload) {
    EventType known = EventType.named(type);
    if (version == known.version()) {
      return read(type, payload, known.event);
    }
    return EventUpcaster.form(known, version)
        .map(form -> read(type, payload, form).today())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "event type '%s' has version %d; this server reads versions 1 to %d"
                        .formatted(type, version, known.version())));
  }

  private <T> T read(String type, String payload, Class<T> form) {
    try {
      T read = mapper.readValue(payload, form);
      if (read != null) {
        return read;
      }
    } catch (JsonProcessingException e) {
      // The library's own words name classes and quote the payload, and this is told to callers.
      throw unreadable(type, e);
    }
    throw unreadable(type, null);
  }

  private static IllegalArgumentException unreadable(
      String type, @Nullable JsonProcessingException cause) {
    return new IllegalArgumentException("the payload is not that of '%s'".formatted(type), cause);
  }
}
