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
 * A member of an object, which may be absent where its type says so in Java ({@code Optional},
 * {@code @Nullable}) or an annotation has it left out when it is empty or its default.
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
      default -> isSaidToBe() || (!type.isReferenceType() && !isNullable());
    };
  }

  /** What is checked by hand may be absent for Java, and not for the API. */
  @SuppressWarnings("deprecation") // what replaces it belongs to the type, far from the member
  private boolean isSaidToBe() {
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

  /** Adds to the schema what is said of the member. */
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
