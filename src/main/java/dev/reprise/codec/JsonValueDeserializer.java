package dev.reprise.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Json;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads any JSON as a JSON value, null included. A missing member is no value. */
final class JsonValueDeserializer extends StdScalarDeserializer<JsonValue> {

  JsonValueDeserializer() {
    super(JsonValue.class);
  }

  @Override
  public JsonValue deserialize(JsonParser in, DeserializationContext context) throws IOException {
    return new JsonValue(Json.write(context.readTree(in)));
  }

  @Override
  public JsonValue getNullValue(DeserializationContext context) {
    return JsonValue.NULL;
  }

  @Override
  public @Nullable Object getAbsentValue(DeserializationContext context) {
    return null;
  }
}
