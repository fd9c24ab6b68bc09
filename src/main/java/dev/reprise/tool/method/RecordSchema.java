package dev.reprise.tool.method;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.generator.TypeScope;
import com.github.victools.jsonschema.generator.impl.module.EnumModule;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import com.github.victools.jsonschema.module.jakarta.validation.JakartaValidationModule;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Json;
import jakarta.validation.constraints.Pattern;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes a JSON Schema of a record: of the types of its components, of their Jackson annotations,
 * which also decide how it is read, and of their constraints.
 *
 * <p>A component must be there unless it is an {@code Optional} or {@code @Nullable}; for these a
 * null says as much as no value. What a record does not have is refused.
 */
final class RecordSchema {

  private static final ObjectMapper MAPPER = Json.mapper();
  private static final SchemaGenerator GENERATOR = generator();

  private RecordSchema() {}

  static JsonValue of(Class<? extends Record> type) {
    return new JsonValue(Json.write(GENERATOR.generateSchema(type)));
  }

  private static SchemaGenerator generator() {
    var builder =
        new SchemaGeneratorConfigBuilder(SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
            // models read what stands where it is used more surely than what is referred to
            .with(Option.INLINE_ALL_SCHEMAS, Option.STANDARD_FORMATS)
            .without(Option.SCHEMA_VERSION_INDICATOR, Option.FLATTENED_ENUMS);
    builder
        .forTypesInGeneral()
        .withPropertySorter((unusedOne, unusedOther) -> 0) // as the record has them
        .withAdditionalPropertiesResolver(RecordSchema::additionalProperties);
    builder
        .forFields()
        .withRequiredCheck(field -> !isOptional(field))
        .withNullableCheck(RecordSchema::isOptional)
        .withStringPatternResolver(RecordSchema::pattern);
    return new SchemaGenerator(
        builder
            .with(new EnumModule(constant -> MAPPER.valueToTree(constant).asText()))
            .with(new JacksonModule())
            .with(new JakartaValidationModule())
            .build());
  }

  private static @Nullable Type additionalProperties(TypeScope scope) {
    if (scope.getType().isInstanceOf(Map.class)) {
      return scope.getTypeParameterFor(Map.class, 1);
    }
    return scope.getType().isInstanceOf(Record.class) ? Void.class : null;
  }

  private static boolean isOptional(FieldScope field) {
    return !field.isFakeContainerItemScope()
        && (field.getType().isInstanceOf(Optional.class)
            || field.getRawMember().getAnnotatedType().isAnnotationPresent(Nullable.class));
  }

  /** A constraint is about the whole text, and a schema about any part of it. */
  private static @Nullable String pattern(FieldScope field) {
    var constraint = field.getAnnotationConsideringFieldAndGetter(Pattern.class);
    return constraint == null ? null : "^(?:%s)$".formatted(constraint.regexp());
  }
}
