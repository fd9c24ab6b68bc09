package dev.reprise.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.JsonValue;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The schemas of types that are a single value, or any value, in JSON. */
final class Scalars {

  /** A type of JSON Schema and a format; either may be empty. */
  private record Form(String type, String format) {}

  private static final Form ANY = new Form("", "");

  private static final Map<Class<?>, Form> FORMS =
      Map.ofEntries(
          Map.entry(String.class, new Form("string", "")),
          Map.entry(UUID.class, new Form("string", "uuid")),
          Map.entry(URI.class, new Form("string", "uri-reference")),
          Map.entry(Instant.class, new Form("string", "date-time")),
          Map.entry(LocalDate.class, new Form("string", "date")),
          Map.entry(Duration.class, new Form("string", "duration")),
          Map.entry(boolean.class, new Form("boolean", "")),
          Map.entry(Boolean.class, new Form("boolean", "")),
          Map.entry(int.class, new Form("integer", "int32")),
          Map.entry(Integer.class, new Form("integer", "int32")),
          Map.entry(long.class, new Form("integer", "int64")),
          Map.entry(Long.class, new Form("integer", "int64")),
          Map.entry(double.class, new Form("number", "double")),
          Map.entry(Double.class, new Form("number", "double")),
          Map.entry(BigDecimal.class, new Form("number", "")),
          Map.entry(ObjectNode.class, new Form("object", "")),
          Map.entry(JsonNode.class, ANY),
          Map.entry(JsonValue.class, ANY));

  private Scalars() {}

  /** Returns the schema of such a type; empty for other types. */
  static Optional<ObjectNode> of(Class<?> type) {
    return Optional.ofNullable(FORMS.get(type)).map(Scalars::schema);
  }

  private static ObjectNode schema(Form form) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    if (!form.type().isEmpty()) {
      schema.put("type", form.type());
    }
    if (!form.format().isEmpty()) {
      schema.put("format", form.format());
    }
    if (form.type().equals("object")) {
      schema.put("additionalProperties", true); // client generators assume none if this is absent
    }
    return schema;
  }
}
