package dev.reprise.batch.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.CanonicalJson;
import java.util.List;

/**
 * What identifies an item: one of its fields, several as a JSON array, or, without fields, the
 * SHA-256 of its canonical JSON.
 *
 * @param fields their names, in the order of the key
 */
public record ItemKey(List<String> fields) {

  /** The longest key, in characters. */
  public static final int MAX_LENGTH = 200;

  /** The hash of the whole item. */
  public static final ItemKey HASH = new ItemKey(List.of());

  public ItemKey {
    fields = List.copyOf(fields);
  }

  /**
   * Returns the key of an item.
   *
   * @throws InvalidItemException if it has none; says why
   */
  String of(ObjectNode item) throws InvalidItemException {
    return switch (fields.size()) {
      case 0 -> CanonicalJson.sha256(item);
      case 1 -> checked(text(scalar(item, fields.getFirst())));
      default -> checked(CanonicalJson.write(all(item)));
    };
  }

  private ArrayNode all(ObjectNode item) throws InvalidItemException {
    ArrayNode values = JsonNodeFactory.instance.arrayNode();
    for (String field : fields) {
      values.add(scalar(item, field));
    }
    return values;
  }

  private static JsonNode scalar(ObjectNode item, String field) throws InvalidItemException {
    JsonNode value = item.path(field);
    if (value.isMissingNode()) {
      throw new InvalidItemException(
          "has no field '%s' for its key; it has %s".formatted(field, FieldNames.of(item)));
    }
    if (!value.isValueNode() || value.isNull()) {
      throw new InvalidItemException(
          "the field '%s' of its key must be a text, a number or a boolean".formatted(field));
    }
    return value;
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.textValue() : CanonicalJson.write(value);
  }

  private static String checked(String key) throws InvalidItemException {
    if (key.isBlank()
        || key.length() > MAX_LENGTH
        || key.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidItemException(
          "its key must have 1 to %d characters, not only blanks and no control characters"
              .formatted(MAX_LENGTH));
    }
    return key;
  }
}
