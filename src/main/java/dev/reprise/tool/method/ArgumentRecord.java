package dev.reprise.tool.method;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Json;
import dev.reprise.tool.ToolException;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import java.lang.reflect.RecordComponent;
import java.util.Set;
import java.util.stream.Collectors;

/** A record that the arguments of calls are read into. */
final class ArgumentRecord {

  private static final ObjectMapper MAPPER = Json.mapper();

  private final Class<? extends Record> type;
  private final Validator validator;
  private final JsonValue schema;

  private ArgumentRecord(Class<? extends Record> type, Validator validator, JsonValue schema) {
    this.type = type;
    this.validator = validator;
    this.schema = schema;
  }

  static boolean canBe(Class<?> type) {
    return type.isRecord() && type.getTypeParameters().length == 0;
  }

  /**
   * Works out the schema of a record.
   *
   * @throws IllegalArgumentException if a component has a type that none can be made of, or a
   *     constraint that is not one for its type; names it
   */
  static ArgumentRecord of(Class<? extends Record> type, Validator validator) {
    ArgumentTypes.check(type);
    checkConstraints(type, validator);
    return new ArgumentRecord(type, validator, RecordSchema.of(type));
  }

  /** Nothing is valid for a constraint that cannot be checked at all: better to know it now. */
  private static void checkConstraints(Class<? extends Record> type, Validator validator) {
    for (RecordComponent component : type.getRecordComponents()) {
      try {
        validator.validateValue(type, component.getName(), null);
      } catch (ValidationException e) {
        throw new IllegalArgumentException(
            "%s of its arguments has a constraint that cannot be checked: %s"
                .formatted(component.getName(), e.getMessage()),
            e);
      }
    }
  }

  JsonValue schema() {
    return schema;
  }

  /**
   * Reads arguments that fit the schema.
   *
   * @throws ToolException {@code invalid_arguments} with what a schema cannot say: a date that is
   *     none, a number too large for its type, a constraint, or why the record refuses them
   */
  Record read(String tool, JsonNode arguments) throws ToolException {
    Record read;
    try {
      read = MAPPER.treeToValue(arguments, type);
    } catch (JsonProcessingException e) {
      throw refused(tool, where(e) + reason(e));
    }
    Set<ConstraintViolation<Record>> violations = validator.validate(read);
    if (!violations.isEmpty()) {
      throw refused(
          tool,
          violations.stream()
              .map(violation -> violation.getPropertyPath() + ": " + violation.getMessage())
              .sorted()
              .collect(Collectors.joining("; ")));
    }
    return read;
  }

  private static ToolException refused(String tool, String reason) {
    return new ToolException("invalid_arguments", "%s was not run: %s".formatted(tool, reason));
  }

  private static String where(JsonProcessingException e) {
    if (!(e instanceof JsonMappingException mapping) || mapping.getPath().isEmpty()) {
      return "";
    }
    return mapping.getPath().stream()
        .map(step -> step.getFieldName() == null ? "" + step.getIndex() : step.getFieldName())
        .collect(Collectors.joining("/", "/", ": "));
  }

  /** What a record's own constructor says is for the model; else what the library does. */
  private static String reason(JsonProcessingException e) {
    return e.getCause() instanceof IllegalArgumentException refusal && refusal.getMessage() != null
        ? refusal.getMessage()
        : e.getOriginalMessage();
  }
}
