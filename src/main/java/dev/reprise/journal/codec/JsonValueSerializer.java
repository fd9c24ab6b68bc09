package dev.reprise.journal.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import dev.reprise.agent.message.JsonValue;
import java.io.IOException;

/** A JSON value stands in a text as itself, not as a text in quotes. */
final class JsonValueSerializer extends StdScalarSerializer<JsonValue> {

  private static final long serialVersionUID = 1L;

  JsonValueSerializer() {
    super(JsonValue.class);
  }

  @Override
  public void serialize(JsonValue value, JsonGenerator out, SerializerProvider provider)
      throws IOException {
    out.writeRawValue(value.text());
  }
}
