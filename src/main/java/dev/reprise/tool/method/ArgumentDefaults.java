package dev.reprise.tool.method;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.platform.Json;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The values of the components that a call may omit: {@code defaultValue} of {@code @JsonProperty}.
 *
 * @param values by the names of the arguments
 */
record ArgumentDefaults(Map<String, JsonNode> values) {

  private static final ObjectMapper MAPPER = Json.mapper();

  /**
   * Reads the defaults of a record.
   *
   * @throws IllegalArgumentException if one does not have the type of its component
   */
  static ArgumentDefaults of(Class<? extends Record> type) {
    Map<String, JsonNode> values = new LinkedHashMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      property(component)
          .filter(ArgumentDefaults::isIn)
          .ifPresent(
              property ->
                  values.put(
                      property.value().isEmpty() ? component.getName() : property.value(),
                      value(component, property.defaultValue())));
    }
    return new ArgumentDefaults(values);
  }

  /** Returns whether an annotation has a default. */
  static boolean isIn(JsonProperty property) {
    return !property.defaultValue().isEmpty();
  }

  /** Returns whether a component has a default. */
  static boolean isOn(RecordComponent component) {
    return property(component).filter(ArgumentDefaults::isIn).isPresent();
  }

  /** Returns the arguments with the defaults of those that the call omits. */
  JsonNode fill(JsonNode arguments) {
    if (values.isEmpty() || !(arguments instanceof ObjectNode given)) {
      return arguments;
    }
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.setAll(given);
    values.forEach(all::putIfAbsent);
    return all;
  }

  /** A component cannot carry the annotation itself; the compiler copies it to the field. */
  private static Optional<JsonProperty> property(RecordComponent component) {
    return Stream.of(component.getDeclaringRecord().getDeclaredFields())
        .filter(field -> field.getName().equals(component.getName()))
        .findFirst()
        .map((Field field) -> field.getAnnotation(JsonProperty.class));
  }

  private static JsonNode value(RecordComponent component, String text) {
    try {
      JsonNode value = isText(component.getType()) ? TextNode.valueOf(text) : Json.read(text);
      Object unused = MAPPER.treeToValue(value, MAPPER.constructType(component.getGenericType()));
      return value;
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s of its arguments has the default '%s', which is no %s"
              .formatted(component.getName(), text, component.getType().getSimpleName()),
          e);
    }
  }

  private static boolean isText(Class<?> type) {
    return type == String.class
        || type == UUID.class
        || type == java.net.URI.class
        || type.isEnum()
        || Temporal.class.isAssignableFrom(type)
        || TemporalAmount.class.isAssignableFrom(type);
  }
}
