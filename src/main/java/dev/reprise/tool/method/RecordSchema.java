package dev.reprise.tool.method;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.generator.TypeScope;
import com.github.victools.jsonschema.generator.impl.module.EnumModule;
import com.github.victools.jsonschema.generator.impl.module.FlattenedWrapperModule;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import com.github.victools.jsonschema.module.jakarta.validation.JakartaValidationModule;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Json;
import dev.reprise.tool.TextConstraint;
import jakarta.validation.constraints.Pattern;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import org.jspecify.annotations.NonNull;
import org.jspecify.annotations.Nullable;

/**
 * Generates the JSON Schema of a record from the types of its components, their constraints, and
 * their Jackson annotations, which also decide how the record is read.
 *
 * <p>A component is required unless it has a default, is an {@code Optional} or is
 * {@code @Nullable}. For the latter two, null means the same as no value, but for an {@code
 * Optional<@NonNull T>} it is refused. Members that the record does not have are refused.
 */
final class RecordSchema {

  private static final ObjectMapper MAPPER = Json.mapper();
  private static final List<String> SCALARS = List.of("string", "number", "boolean", "null");
  private static final SchemaGenerator GENERATOR = generator();

  private RecordSchema() {}

  static JsonValue of(Class<? extends Record> type) {
    return new JsonValue(Json.write(GENERATOR.generateSchema(type)));
  }

  private static SchemaGenerator generator() {
    var builder =
        new SchemaGeneratorConfigBuilder(SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
            // models read an inlined definition more reliably than a reference
            .with(Option.INLINE_ALL_SCHEMAS, Option.STANDARD_FORMATS)
            .without(
                Option.SCHEMA_VERSION_INDICATOR,
                Option.FLATTENED_ENUMS,
                Option.FLATTENED_OPTIONALS); // which would allow null for each of them
    builder
        .forTypesInGeneral()
        .withPropertySorter((unusedOne, unusedOther) -> 0) // the order of the record
        .withAdditionalPropertiesResolver(RecordSchema::additionalProperties)
        .withCustomDefinitionProvider((type, unused) -> json(type.getErasedType()));
    builder
        .forFields()
        .withRequiredCheck(field -> !isOptional(field))
        .withNullableCheck(RecordSchema::takesNull)
        .withArrayUniqueItemsResolver(RecordSchema::uniqueItems)
        .withStringMinLengthResolver(RecordSchema::minLength)
        .withStringMaxLengthResolver(RecordSchema::maxLength)
        .withStringPatternResolver(RecordSchema::pattern);
    return new SchemaGenerator(
        builder
            .with(new FlattenedWrapperModule<>(Optional.class))
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

  /** Any JSON, or any JSON without nested values. */
  private static @Nullable CustomDefinition json(Class<?> type) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    if (type == ValueNode.class) {
      SCALARS.forEach(schema.putArray("type")::add);
    }
    return JsonNode.class.isAssignableFrom(type)
        ? new CustomDefinition(
            schema, CustomDefinition.DefinitionType.INLINE, CustomDefinition.AttributeInclusion.YES)
        : null;
  }

  private static boolean isOptional(FieldScope field) {
    return !field.isFakeContainerItemScope()
        && (field.getType().isInstanceOf(Optional.class)
            || isNullable(field)
            || Optional.ofNullable(field.getAnnotationConsideringFieldAndGetter(JsonProperty.class))
                .filter(ArgumentDefaults::isIn)
                .isPresent());
  }

  private static boolean isNullable(FieldScope field) {
    return field.getRawMember().getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  /** Null is a value of any JSON, but no text and no number. */
  private static boolean takesNull(FieldScope field) {
    if (field.isFakeContainerItemScope() || field.getType().isInstanceOf(JsonNode.class)) {
      return false;
    }
    return isNullable(field)
        || (field.getType().isInstanceOf(Optional.class)
            && !content(field.getRawMember().getAnnotatedType())
                .isAnnotationPresent(NonNull.class));
  }

  private static AnnotatedType content(AnnotatedType optional) {
    return optional instanceof AnnotatedParameterizedType of
        ? of.getAnnotatedActualTypeArguments()[0]
        : optional;
  }

  private static @Nullable Boolean uniqueItems(FieldScope field) {
    return field.getType().isInstanceOf(SequencedSet.class) ? true : null;
  }

  /** The constraint is on the content of an Optional, not on the Optional itself. */
  private static Optional<TextConstraint> text(FieldScope field) {
    if (field.getRawMember().getType() == Optional.class) {
      return Optional.ofNullable(
          content(field.getRawMember().getAnnotatedType()).getAnnotation(TextConstraint.class));
    }
    return Optional.ofNullable(
        field.isFakeContainerItemScope()
            ? field.getContainerItemAnnotationConsideringFieldAndGetter(TextConstraint.class)
            : field.getAnnotationConsideringFieldAndGetter(TextConstraint.class));
  }

  private static @Nullable Integer minLength(FieldScope field) {
    return text(field).map(TextConstraint::minLength).filter(least -> least > 0).orElse(null);
  }

  private static @Nullable Integer maxLength(FieldScope field) {
    return text(field)
        .map(TextConstraint::maxLength)
        .filter(most -> most < Integer.MAX_VALUE)
        .orElse(null);
  }

  /** {@code @Pattern} must match the whole text, but the pattern of a schema any part of it. */
  private static @Nullable String pattern(FieldScope field) {
    var constraint = field.getAnnotationConsideringFieldAndGetter(Pattern.class);
    return constraint == null
        ? text(field).map(TextConstraint::pattern).filter(it -> !it.isEmpty()).orElse(null)
        : "^(?:%s)$".formatted(constraint.regexp());
  }
}
