package dev.reprise.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Adds to a schema what its {@link Schema} annotation says. */
final class Documentation {

  private Documentation() {}

  static void add(AnnotatedElement element, ObjectNode schema) {
    Optional.ofNullable(element.getAnnotation(Schema.class))
        .ifPresent(annotation -> add(annotation, schema));
  }

  private static void add(Schema annotation, ObjectNode schema) {
    put(schema, "description", annotation.description());
    put(schema, "format", annotation.format());
    if (!annotation.pattern().isEmpty()) {
      schema.put("pattern", Constraints.whole(annotation.pattern()));
    }
    if (annotation.enumeration().length > 0) {
      var words = schema.putArray("enum");
      for (String word : annotation.enumeration()) {
        words.add(word);
      }
    }
    if (annotation.examples().length > 0) {
      var examples = schema.putArray("examples");
      boolean isText = schema.path("type").asText().equals("string");
      for (String example : annotation.examples()) {
        examples.add(
            isText ? Json.mapper().getNodeFactory().textNode(example) : Json.read(example));
      }
    }
    if (!annotation.minimum().isEmpty()) {
      schema.set("minimum", Json.read(annotation.minimum()));
    }
    if (!annotation.maximum().isEmpty()) {
      schema.set("maximum", Json.read(annotation.maximum()));
    }
  }

  private static void put(ObjectNode schema, String keyword, String text) {
    if (!text.isEmpty()) {
      schema.put(keyword, text);
    }
  }
}
