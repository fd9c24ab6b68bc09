package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The texts of an object whose pieces come one after another. A text of the object itself would be
 * copied for each piece.
 */
public final class GrowingTexts {

  private final Map<String, StringBuilder> texts = new LinkedHashMap<>();

  /** Adds the next piece of a text. */
  public void append(String name, String more) {
    if (!more.isEmpty()) {
      texts.computeIfAbsent(name, unused -> new StringBuilder()).append(more);
    }
  }

  /** Returns a text so far; empty if none of its pieces has come. */
  public String text(String name) {
    StringBuilder text = texts.get(name);
    return text == null ? "" : text.toString();
  }

  /** Returns whether a piece of a text has come. */
  public boolean has(String name) {
    return texts.containsKey(name);
  }

  /** Adds the texts to an object, each after the text that the object has by this name. */
  public void putInto(ObjectNode object) {
    texts.forEach(
        (name, text) -> {
          String before = object.path(name).isTextual() ? object.path(name).textValue() : "";
          object.put(name, before + text);
        });
  }
}
