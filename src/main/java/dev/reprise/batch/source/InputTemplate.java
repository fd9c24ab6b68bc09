package dev.reprise.batch.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.codec.InputTooLargeException;
import dev.reprise.codec.JsonTemplate;
import java.util.List;

/**
 * The input of the runs of a data set, a {@link JsonTemplate} whose texts may refer to the item:
 * <code>{{item.name}}</code>, <code>{{item.list.0.name}}</code>, or the whole of it, <code>{{item}}
 * </code>, and to its key, <code>{{key}}</code>.
 */
public final class InputTemplate {

  /** The item itself as the input. */
  public static final InputTemplate ITEM =
      new InputTemplate(JsonNodeFactory.instance.textNode("{{item}}"));

  private static final String FIELD = "item.";

  private final JsonTemplate template;
  private final int length;

  /**
   * @throws IllegalArgumentException if a text opens a reference and does not close it, or refers
   *     to something other than the item and its key
   */
  public InputTemplate(ObjectNode template) {
    this((JsonNode) template);
  }

  private InputTemplate(JsonNode template) {
    this.template = new JsonTemplate(template);
    this.length = this.template.length();
    List<String> foreign = this.template.references().stream().filter(it -> !isOfItem(it)).toList();
    if (!foreign.isEmpty()) {
      throw new IllegalArgumentException(
          "must not refer to {{%s}}; it can refer to item, item.<field> and key"
              .formatted(String.join("}}, {{", foreign)));
    }
  }

  /** Returns how long it is as JSON, in characters: so much is read to fill it, at least. */
  int length() {
    return length;
  }

  private static boolean isOfItem(String reference) {
    return reference.equals("item") || reference.equals("key") || reference.startsWith(FIELD);
  }

  /**
   * Returns the input of an item's run.
   *
   * @param maxBytes how large the values that it inserts may be together
   * @throws InputTooLargeException if they are larger
   * @throws InvalidItemException if the item lacks a field that the template refers to; names it
   *     and those that the item has
   */
  JsonNode fill(String key, ObjectNode item, int maxBytes) throws InvalidItemException {
    ObjectNode values = JsonNodeFactory.instance.objectNode();
    values.put("key", key);
    values.set("item", item);
    List<String> missing =
        template.references().stream()
            .filter(reference -> JsonTemplate.find(values, reference).isEmpty())
            .map(reference -> reference.substring(FIELD.length()))
            .toList();
    if (!missing.isEmpty()) {
      throw new InvalidItemException(
          "has no field '%s', which the input refers to; it has %s"
              .formatted(String.join("', '", missing), FieldNames.of(item)));
    }
    return template.fill(values, maxBytes);
  }
}
