package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.reprise.platform.Json;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Puts the pieces of a streamed message together to what it would have been in one piece. Only the
 * inputs of calls differ: they are the text that came, which is not JSON in any case.
 */
final class AnthropicStream {

  private final ObjectNode message = JsonNodeFactory.instance.objectNode();
  private final SortedMap<Integer, ObjectNode> blocks = new TreeMap<>();

  private AnthropicStream() {}

  /** Returns the message that these events tell. */
  static ObjectNode message(List<ServerSentEvent> events) {
    var stream = new AnthropicStream();
    for (ServerSentEvent event : events) {
      stream.take(Json.read(event.data()));
    }
    ArrayNode content = stream.message.putArray("content");
    stream.blocks.values().forEach(content::add);
    return stream.message;
  }

  private void take(JsonNode event) {
    int index = event.path("index").asInt();
    switch (event.path("type").asText()) {
      case "message_start" -> merge(message, event.path("message"));
      case "content_block_start" -> {
        if (event.path("content_block") instanceof ObjectNode block) {
          blocks.put(index, block);
        }
      }
      case "content_block_delta" -> {
        ObjectNode block = blocks.get(index);
        if (block != null) {
          grow(block, event.path("delta"));
        }
      }
      case "message_delta" -> {
        merge(message, event.path("delta"));
        merge(message.withObjectProperty("usage"), event.path("usage"));
      }
      default -> {} // pings, and ends that need no saying
    }
  }

  private static void merge(ObjectNode known, JsonNode more) {
    more.properties()
        .forEach(
            member -> {
              if (!member.getValue().isNull()) {
                known.set(member.getKey(), member.getValue());
              }
            });
  }

  private static void grow(ObjectNode block, JsonNode delta) {
    switch (delta.path("type").asText()) {
      case "text_delta" -> append(block, "text", delta.path("text"));
      case "thinking_delta" -> append(block, "thinking", delta.path("thinking"));
      case "signature_delta" -> append(block, "signature", delta.path("signature"));
      case "input_json_delta" -> append(block, "input", delta.path("partial_json"));
      default -> {} // of a kind that is not known yet
    }
  }

  private static void append(ObjectNode block, String name, JsonNode more) {
    if (!more.asText().isEmpty()) {
      String before = block.path(name).isTextual() ? block.path(name).textValue() : "";
      block.put(name, before + more.asText());
    }
  }
}
