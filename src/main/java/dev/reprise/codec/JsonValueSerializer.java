package dev.reprise.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Json;
import java.io.IOException;

/** Writes a JSON value as itself, not as a text in quotes. */
final class JsonValueSerializer extends StdScalarSerializer<JsonValue> {

  JsonValueSerializer() {
    super(JsonValue.class);
  }

  @Override
  public void serialize(JsonValue value, JsonGenerator out, SerializerProvider provider)
      throws IOException {
    if (out instanceof TokenBuffer) {
      out.writeTree(Json.read(value.text())); // a tree would take a raw text for a string
    } else {
      out.writeRawValue(value.text());
    }
  }
}
