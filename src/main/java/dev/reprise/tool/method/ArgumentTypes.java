package dev.reprise.tool.method;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The types that components of an argument record may have. Tested by {@code ToolArgumentsTest}.
 */
final class ArgumentTypes {

  private static final Set<Class<?>> PLAIN =
      Set.of(
          String.class,
          boolean.class,
          Boolean.class,
          int.class,
          Integer.class,
          long.class,
          Long.class,
          double.class,
          Double.class,
          BigInteger.class,
          BigDecimal.class,
          Instant.class,
          OffsetDateTime.class,
          LocalDate.class,
          Duration.class,
          UUID.class,
          URI.class,
          JsonNode.class,
          ValueNode.class);

  private static final String ALLOWED =
      PLAIN.stream().map(Class::getSimpleName).sorted().collect(Collectors.joining(", "))
          + ", an enum, a record without type parameters that is not inside itself, and Optional, List, Set,"
          + " SequencedSet and Map<String, …> of these, but no Optional<JsonNode>";

  private ArgumentTypes() {}

  /**
   * Checks all components of a record, including nested ones.
   *
   * @throws IllegalArgumentException if one has another type, which it names with those that are
   *     allowed, or if a component of a nested record has a default
   */
  static void check(Class<? extends Record> type) {
    checkComponents(type, List.of(), List.of());
  }

  private static void checkComponents(Class<?> type, List<String> path, List<Class<?>> around) {
    for (RecordComponent component : type.getRecordComponents()) {
      if (!path.isEmpty() && ArgumentDefaults.isOn(component)) {
        throw new IllegalArgumentException(
            "%s of its arguments has a default; only a component of the outermost record may have one"
                .formatted(String.join(".", and(path, component.getName()))));
      }
      check(component.getGenericType(), and(path, component.getName()), and(around, type));
    }
  }

  private static void check(Type type, List<String> path, List<Class<?>> around) {
    switch (type) {
      case Class<?> plain when PLAIN.contains(plain) || plain.isEnum() -> {}
      case Class<?> nested when ArgumentRecord.canBe(nested) && !around.contains(nested) ->
          checkComponents(nested, path, around);
      case ParameterizedType of when isOptionalJson(of) -> throw refused(type, path);
      case ParameterizedType of when holdsOne(of.getRawType()) ->
          check(of.getActualTypeArguments()[0], path, around);
      case ParameterizedType of when isMapOfNames(of) ->
          check(of.getActualTypeArguments()[1], path, around);
      default -> throw refused(type, path);
    }
  }

  private static IllegalArgumentException refused(Type type, List<String> path) {
    return new IllegalArgumentException(
        "%s of its arguments is %s; there may be: %s"
            .formatted(String.join(".", path), type.getTypeName(), ALLOWED));
  }

  /** Absent and null would mean the same, although null is a value of any JSON. */
  private static boolean isOptionalJson(ParameterizedType type) {
    return type.getRawType() == Optional.class
        && type.getActualTypeArguments()[0] instanceof Class<?> of
        && JsonNode.class.isAssignableFrom(of);
  }

  private static boolean holdsOne(Type raw) {
    return raw == Optional.class
        || raw == List.class
        || raw == Set.class
        || raw == SequencedSet.class;
  }

  private static boolean isMapOfNames(ParameterizedType type) {
    return type.getRawType() == Map.class && type.getActualTypeArguments()[0] == String.class;
  }

  private static <T> List<T> and(List<T> list, T more) {
    return Stream.concat(list.stream(), Stream.of(more)).toList();
  }
}
