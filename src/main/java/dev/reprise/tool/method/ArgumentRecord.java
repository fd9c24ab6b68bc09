package dev.reprise.tool.method;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Causes;
import dev.reprise.platform.FailureText;
import dev.reprise.platform.Json;
import dev.reprise.tool.ToolException;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import java.lang.reflect.RecordComponent;
import java.util.Set;
import java.util.stream.Collectors;

/** The record type for the arguments of calls. Tested by {@code ToolArgumentsTest}. */
final class ArgumentRecord {

  private static final ObjectMapper MAPPER = Json.mapper();

  private final Class<? extends Record> type;
  private final Validator validator;
  private final JsonValue schema;
  private final ArgumentDefaults defaults;

  private ArgumentRecord(Class<? extends Record> type, Validator validator) {
    this.type = type;
    this.validator = validator;
    this.schema = RecordSchema.of(type);
    this.defaults = ArgumentDefaults.of(type);
  }

  static boolean canBe(Class<?> type) {
    return type.isRecord() && type.getTypeParameters().length == 0;
  }

  /**
   * Prepares the schema and the defaults of a record.
   *
   * @throws IllegalArgumentException if a component has a type or a default that is not allowed, or
   *     a constraint that does not apply to its type; names the component
   */
  static ArgumentRecord of(Class<? extends Record> type, Validator validator) {
    ArgumentTypes.check(type);
    checkConstraints(type, validator);
    return new ArgumentRecord(type, validator);
  }

  /** A constraint that cannot be checked would reject every value, so the server must not start. */
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

  Class<? extends Record> type() {
    return type;
  }

  JsonValue schema() {
    return schema;
  }

  /**
   * Reads arguments that fit the schema.
   *
   * @throws ToolException {@code invalid_arguments} for errors that a schema cannot express: an
   *     impossible date, a number too large for its type, a violated constraint, or a refusal by
   *     the record
   */
  Record read(String tool, JsonNode arguments) throws ToolException {
    Record read;
    try {
      read = MAPPER.treeToValue(defaults.fill(arguments), type);
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

  /**
   * Prefers the message of the record's own constructor to that of the library, which names classes
   * where a text or a constructor is at fault.
   */
  private static String reason(JsonProcessingException e) {
    return switch (e) {
      case InvalidFormatException wrong -> "'%s' is no possible value".formatted(wrong.getValue());
      case ValueInstantiationException refused -> FailureText.of(Causes.root(refused));
      default -> e.getOriginalMessage();
    };
  }
}
