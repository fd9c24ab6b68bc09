package dev.reprise.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Says in a schema what its author wrote beside the code. */
final class Documentation {

  private Documentation() {}

  static void add(AnnotatedElement element, ObjectNode schema) {
    Optional.ofNullable(element.getAnnotation(Schema.class)).ifPresent(said -> add(said, schema));
  }

  private static void add(Schema said, ObjectNode schema) {
    put(schema, "description", said.description());
    put(schema, "format", said.format());
    if (!said.pattern().isEmpty()) {
      schema.put("pattern", Constraints.whole(said.pattern()));
    }
    if (said.enumeration().length > 0) {
      var words = schema.putArray("enum");
      for (String word : said.enumeration()) {
        words.add(word);
      }
    }
    if (said.examples().length > 0) {
      var examples = schema.putArray("examples");
      boolean isText = schema.path("type").asText().equals("string");
      for (String example : said.examples()) {
        examples.add(
            isText ? Json.mapper().getNodeFactory().textNode(example) : Json.read(example));
      }
    }
    if (!said.minimum().isEmpty()) {
      schema.set("minimum", Json.read(said.minimum()));
    }
    if (!said.maximum().isEmpty()) {
      schema.set("maximum", Json.read(said.maximum()));
    }
  }

  private static void put(ObjectNode schema, String keyword, String text) {
    if (!text.isEmpty()) {
      schema.put(keyword, text);
    }
  }
}
