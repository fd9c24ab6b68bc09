package dev.reprise.cli.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.cli.options.DocumentFile;
import dev.reprise.cli.options.TextFile;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the value of an argument is, and which JSON is sent for it. */
enum Kind {
  TEXT(String.class),
  /** A constant of the API, such as {@code MODEL_CALLS}, which may be typed as model-calls. */
  CONSTANT(String.class),
  ID(UUID.class),
  NUMBER(Long.class),
  /** An exact number, such as an amount of money. */
  DECIMAL(BigDecimal.class),
  TIME(Instant.class),
  /** Is sent only if it is given. */
  FLAG(boolean.class),
  /** Is sent as true or false. */
  SWITCH(boolean.class),
  /** Is sent as false if it is given, else as true. */
  INVERSE(boolean.class),
  TEXTS(String[].class),
  /** A file with an object in JSON or YAML. */
  OBJECT_FILE(String.class),
  /** A file with JSON, which is sent as it is. */
  JSON_FILE(String.class),
  /** A file whose text is sent. */
  TEXT_FILE(String.class);

  private final Class<?> type;

  Kind(Class<?> type) {
    this.type = type;
  }

  Class<?> type() {
    return type;
  }

  boolean isFlag() {
    return type == boolean.class;
  }

  /** Returns what a value is that picocli has; a flag that is not given has none. */
  @Nullable Object given(@Nullable Object value) {
    return isFlag() ? Boolean.TRUE.equals(value) : value;
  }

  /** Returns whether a value is sent. */
  boolean isSent(Object value) {
    return this != FLAG || value.equals(true);
  }

  /**
   * Returns what is sent for a value.
   *
   * @throws IllegalArgumentException if the file that it names does not have what it must
   */
  JsonNode json(Object value) throws IOException {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return switch (this) {
      case TEXT, ID, TIME -> json.textNode(value.toString());
      case CONSTANT -> json.textNode(value.toString().toUpperCase(Locale.ROOT).replace('-', '_'));
      case NUMBER -> json.numberNode((Long) value);
      case DECIMAL -> json.numberNode((BigDecimal) value);
      case FLAG, SWITCH -> json.booleanNode((Boolean) value);
      case INVERSE -> json.booleanNode(!(Boolean) value);
      case TEXTS ->
          json.arrayNode().addAll(List.of((String[]) value).stream().map(json::textNode).toList());
      case OBJECT_FILE -> DocumentFile.object(value.toString());
      case JSON_FILE -> Json.read(TextFile.read(value.toString()));
      case TEXT_FILE -> json.textNode(TextFile.read(value.toString()));
    };
  }
}
