package dev.reprise.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import java.util.List;

/** How a {@link StubProvider} says the same in each protocol, whole or piece by piece. */
public sealed interface StubWire permits OpenAiWire, AnthropicWire, OllamaWire {

  /** What each reply costs, cached tokens included where the protocol tells them. */
  Usage USAGE = new Usage(30, 7, 20, 0);

  /**
   * Returns a reply.
   *
   * @param said reasoning, texts and calls, whose arguments may be a JSON text that is sent as it
   *     is
   */
  StubAnswer says(List<? extends Block> said);

  /** Returns a reply of words. */
  default StubAnswer says(String text) {
    return says(List.of(new Block.Text(text)));
  }

  /** Returns the beginning of a reply, and an error behind it. */
  StubAnswer fails(String type, String message);

  /** Returns whether it speaks piece by piece. */
  boolean streamed();

  /** Returns an error with a status. */
  StubAnswer error(int status, String type, String message);

  /** Returns an empty object. */
  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Returns an empty list. */
  static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** Cuts a text in two, not within a character. */
  static List<String> halves(String text) {
    if (text.isEmpty()) {
      return List.of();
    }
    int middle = text.offsetByCodePoints(0, text.codePointCount(0, text.length()) / 2);
    return middle == 0 ? List.of(text) : List.of(text.substring(0, middle), text.substring(middle));
  }
}
