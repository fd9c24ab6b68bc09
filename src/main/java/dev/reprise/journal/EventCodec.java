package dev.reprise.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import dev.reprise.agent.JsonValue;
import dev.reprise.platform.Json;
import java.io.IOException;

/** Writes and reads the payload of an event: JSON of the event's fields, nothing about classes. */
final class EventCodec {

  /** What is absent is not written, so that a member which came later changes no older payload. */
  private final ObjectMapper mapper =
      Json.mapper()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT)
          .registerModule(
              new SimpleModule()
                  .addSerializer(new RawJson())
                  .addDeserializer(JsonValue.class, new JsonAsText()));

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

  /** A JSON value stands in the payload as itself, not as a text in quotes. */
  private static final class RawJson extends StdScalarSerializer<JsonValue> {
    private static final long serialVersionUID = 1L;

    RawJson() {
      super(JsonValue.class);
    }

    @Override
    public void serialize(JsonValue value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeRawValue(value.text());
    }
  }

  private static final class JsonAsText extends StdScalarDeserializer<JsonValue> {
    private static final long serialVersionUID = 1L;

    JsonAsText() {
      super(JsonValue.class);
    }

    @Override
    public JsonValue deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return new JsonValue(Json.write(context.readTree(in)));
    }
  }
}
