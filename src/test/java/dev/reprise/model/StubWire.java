package dev.reprise.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import java.util.List;

/** The responses of a {@link StubProvider} in each protocol, whole or streamed. */
public sealed interface StubWire permits OpenAiWire, AnthropicWire, OllamaWire {

  /** The usage of each reply, with cached tokens if the protocol reports them. */
  Usage USAGE = new Usage(30, 7, 20, 0);

  /**
   * Returns a reply.
   *
   * @param said reasoning, texts and calls, whose arguments may be a JSON text that is sent
   *     unchanged
   */
  StubAnswer says(List<? extends Block> said);

  /** Returns a reply of one text. */
  default StubAnswer says(String text) {
    return says(List.of(new Block.Text(text)));
  }

  /** Returns the beginning of a reply, followed by an error. */
  StubAnswer fails(String type, String message);

  /** Returns how many pieces at the end of a streamed reply say that it is whole. */
  int lastPieces();

  /** Returns whether it streams. */
  boolean streamed();

  /** Returns an error response. */
  StubAnswer error(int status, String type, String message);

  /** Returns an empty object. */
  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Returns an empty list. */
  static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** Cuts a text into two parts, not within a character. */
  static List<String> halves(String text) {
    if (text.isEmpty()) {
      return List.of();
    }
    int middle = text.offsetByCodePoints(0, text.codePointCount(0, text.length()) / 2);
    return middle == 0 ? List.of(text) : List.of(text.substring(0, middle), text.substring(middle));
  }
}
