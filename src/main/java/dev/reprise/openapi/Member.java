package dev.reprise.openapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A member of an object. It may be absent if its Java type says so ({@code Optional}, {@code
 * Nullable}), or if an annotation leaves it out when it is empty or has its default.
 */
final class Member {

  private final BeanPropertyDefinition property;
  private final JsonInclude.Include inclusion;
  private final Optional<RecordComponent> component;

  Member(BeanDescription bean, BeanPropertyDefinition property) {
    this.property = property;
    this.inclusion =
        Optional.ofNullable(bean.findPropertyInclusion(JsonInclude.Value.empty()))
            .orElse(JsonInclude.Value.empty())
            .withOverrides(property.findInclusion())
            .getValueInclusion();
    this.component =
        Stream.ofNullable(bean.getBeanClass().getRecordComponents())
            .flatMap(Arrays::stream)
            .filter(it -> it.getName().equals(property.getInternalName()))
            .findFirst();
  }

  boolean isRequired() {
    JavaType type = property.getPrimaryType();
    return switch (inclusion) {
      case NON_DEFAULT -> false;
      case NON_EMPTY -> !type.isContainerType() && !type.isReferenceType();
      default -> isDeclaredRequired() || (!type.isReferenceType() && !isNullable());
    };
  }

  /** A member that the code checks itself is nullable in Java, but required by the API. */
  @SuppressWarnings("deprecation") // its replacement is an attribute of the type, not of the member
  private boolean isDeclaredRequired() {
    return component
        .map(it -> it.getAccessor().getAnnotation(Schema.class))
        .filter(Schema::required)
        .isPresent();
  }

  private boolean isNullable() {
    return component
        .filter(it -> it.getAnnotatedType().isAnnotationPresent(Nullable.class))
        .isPresent();
  }

  /** Adds to the schema what the annotations of the member say. */
  void document(ObjectNode schema) {
    component
        .map(RecordComponent::getAccessor)
        .ifPresent(
            accessor -> {
              Constraints.add(accessor, schema);
              Documentation.add(accessor, schema);
            });
  }
}
