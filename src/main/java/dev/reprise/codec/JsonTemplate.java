package dev.reprise.codec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.Template;
import dev.reprise.platform.Json;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * A JSON value whose texts may refer to other values: <code>{{payload.list.0.name}}</code>. A text
 * that is one reference and nothing else becomes the value that it refers to, of any type. Within a
 * longer text, a text is inserted as it is, and another value as JSON. An inserted value is never
 * read as a template.
 */
public final class JsonTemplate {

  private final JsonNode template;
  private final SequencedSet<String> references;

  /**
   * @throws IllegalArgumentException if a text opens a reference and does not close it
   */
  public JsonTemplate(JsonNode template) {
    this.template = template;
    SequencedSet<String> found = new LinkedHashSet<>();
    collect(template, found);
    this.references = Collections.unmodifiableSequencedSet(found);
  }

  /** Returns the references in order of first use. */
  public SequencedSet<String> references() {
    return references;
  }

  /** Returns how long the template is as JSON, in characters. */
  public int length() {
    return Json.write(template).length();
  }

  /** Returns the value that a reference leads to: names of members and numbers of elements. */
  public static Optional<JsonNode> find(JsonNode values, String reference) {
    JsonNode node = values;
    for (String name : reference.split("\\.", -1)) {
      node =
          node.isArray() && name.matches("\\d{1,9}")
              ? node.path(Integer.parseInt(name))
              : node.path(name);
    }
    return node.isMissingNode() ? Optional.empty() : Optional.of(node);
  }

  /**
   * Returns the template with each reference replaced by its value.
   *
   * @param maxBytes how large the inserted values may be together; the result may have more, by
   *     what the template itself has and by escapes
   * @throws InputTooLargeException if they are larger; it is thrown before they are written
   * @throws IllegalArgumentException if there is no value for a reference
   */
  public JsonNode fill(JsonNode values, long maxBytes) {
    return new TemplateFilling(values, maxBytes).filled(template);
  }

  private static void collect(JsonNode node, SequencedSet<String> references) {
    if (node.isTextual()) {
      references.addAll(new Template(node.textValue()).references());
    }
    node.forEach(child -> collect(child, references));
  }
}
