package dev.reprise.batch.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.codec.InputTooLargeException;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.InvalidDocumentException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Turns the records of a source into items. It passes them on until something is wrong, and from
 * then on only looks for more that is wrong. Tested by {@code JsonLinesTest}.
 */
final class ItemCollector {

  private final DataSet set;
  private final ItemLimits limits;
  private final Consumer<Item> items;
  private final Map<String, String> placeByKey = new HashMap<>();
  private final List<DocumentError> problems = new ArrayList<>();
  private int count;
  private long bytes;
  private long inputBytes;
  private boolean isTooMuch;

  ItemCollector(DataSet set, ItemLimits limits, Consumer<Item> items) {
    this.set = set;
    this.limits = limits;
    this.items = items;
  }

  ItemLimits limits() {
    return limits;
  }

  /** Returns whether the source need not be read any further. */
  boolean isDone() {
    return isTooMuch || problems.size() >= DocumentError.MAX_REPORTED;
  }

  /** Notes what is wrong with a place of the source. */
  void refuse(String place, String message) {
    problems.add(new DocumentError(place, message));
  }

  /**
   * Takes a record.
   *
   * @param place in words of the source, such as {@code line 3}
   * @param size in bytes
   */
  void take(String place, ObjectNode record, long size) {
    count++;
    bytes += size;
    if (count > limits.items()) {
      refuseRest(place, "there may be at most %d items".formatted(limits.items()));
    } else if (bytes > limits.bytes()) {
      refuseRest(place, "all items together may have at most %d bytes".formatted(limits.bytes()));
    } else {
      try {
        Item item = item(place, record);
        if (problems.isEmpty()) {
          items.accept(item);
        }
      } catch (InvalidItemException e) {
        refuse(place, e.reason());
      }
    }
  }

  /**
   * Ends the data set.
   *
   * @return the number of its items
   * @throws InvalidDocumentException if something is wrong with it, or it has no items
   */
  int end() {
    if (count == 0 && problems.isEmpty()) {
      refuse("", "the source has no items");
    }
    if (!problems.isEmpty()) {
      throw new InvalidDocumentException(problems);
    }
    return count;
  }

  private Item item(String place, ObjectNode record) throws InvalidItemException {
    String key = set.key().of(record);
    String text = input(key, record);
    CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
    if (!encoder.canEncode(key) || !encoder.canEncode(text)) {
      throw new InvalidItemException("must not have an unpaired surrogate");
    }
    String first = placeByKey.putIfAbsent(key, place);
    if (first != null) {
      throw new InvalidItemException(
          set.key().fields().isEmpty()
              ? "is the same as %s; remove it, or name the fields of a key".formatted(first)
              : "has the key '%s' of %s; keys must be unique".formatted(key, first));
    }
    return new Item(count, key, new JsonValue(text));
  }

  /** Returns the text of an input that is bounded by itself and together with those before it. */
  private String input(String key, ObjectNode record) throws InvalidItemException {
    String text;
    try {
      text = CanonicalJson.write(set.input().fill(key, record, limits.inputBytes()));
    } catch (InputTooLargeException e) {
      inputBytes += limits.inputBytes(); // about what was filled; further items are looked at
      isTooMuch = inputBytes > limits.bytes();
      throw tooLarge();
    }
    int size = text.getBytes(StandardCharsets.UTF_8).length;
    inputBytes += Math.max(size, set.input().length()); // references to short values are work, too
    if (inputBytes > limits.bytes()) {
      isTooMuch = true;
      throw new InvalidItemException(
          "the inputs of all items together may have at most %d bytes".formatted(limits.bytes()));
    }
    if (size > limits.inputBytes()) {
      throw tooLarge();
    }
    return text;
  }

  private InvalidItemException tooLarge() {
    return new InvalidItemException(
        "would have an input of more than %d bytes with all that it refers to"
            .formatted(limits.inputBytes()));
  }

  private void refuseRest(String place, String message) {
    isTooMuch = true;
    refuse(place, message);
  }
}
