package dev.reprise.model.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.model.TokenListener;
import dev.reprise.model.provider.GrowingTexts;
import dev.reprise.model.provider.ReplyAssembly;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Assembles a streamed message to what it would have been in one piece, and passes on its text and
 * its thinking while they come. Only the inputs of calls differ: they are the text that came, which
 * is not JSON in every case. Tested by {@code AnthropicProviderTest}.
 */
final class AnthropicStream implements ReplyAssembly {

  private final TokenListener tokens;
  private final ObjectNode message = JsonNodeFactory.instance.objectNode();
  private final SortedMap<Integer, ObjectNode> blocks = new TreeMap<>();
  private final Map<Integer, GrowingTexts> texts = new HashMap<>();

  AnthropicStream(TokenListener tokens) {
    this.tokens = tokens;
  }

  @Override
  public void take(JsonNode event) {
    int index = event.path("index").asInt();
    switch (event.path("type").asText()) {
      case "message" -> {
        merge(message, event);
        event.path("content").forEach(this::begin);
      }
      case "message_start" -> merge(message, event.path("message"));
      case "content_block_start" -> {
        if (event.path("content_block") instanceof ObjectNode block) {
          blocks.put(index, block);
          pass(block);
        }
      }
      case "content_block_delta" -> {
        if (blocks.containsKey(index)) {
          grow(texts.computeIfAbsent(index, unused -> new GrowingTexts()), event.path("delta"));
        }
      }
      case "message_delta" -> {
        merge(message, event.path("delta"));
        merge(message.withObjectProperty("usage"), event.path("usage"));
      }
      default -> {} // pings, and the ends of blocks and of the message
    }
  }

  private void begin(JsonNode whole) {
    if (whole instanceof ObjectNode block) {
      blocks.put(blocks.size(), block);
      pass(block);
    }
  }

  /** The reason comes with the last but one event, before {@code message_stop}. */
  @Override
  public boolean isWhole() {
    return message.path("stop_reason").isTextual();
  }

  @Override
  public JsonNode reply() {
    ArrayNode content = message.putArray("content");
    blocks.forEach(
        (index, block) -> {
          texts.getOrDefault(index, new GrowingTexts()).putInto(block);
          content.add(block);
        });
    return message;
  }

  @Override
  public boolean isReply(JsonNode body) {
    return body.path("content").isArray();
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

  private void grow(GrowingTexts texts, JsonNode delta) {
    switch (delta.path("type").asText()) {
      case "text_delta" -> texts.append("text", delta.path("text").asText(""));
      case "thinking_delta" -> texts.append("thinking", delta.path("thinking").asText(""));
      case "signature_delta" -> texts.append("signature", delta.path("signature").asText(""));
      case "input_json_delta" -> texts.append("input", delta.path("partial_json").asText(""));
      default -> {} // a type that this server does not know
    }
    pass(delta);
  }

  /** Passes on the text or the thinking of a new block, or of a delta. */
  private void pass(JsonNode piece) {
    String text = piece.path("text").asText("");
    String thinking = piece.path("thinking").asText("");
    switch (piece.path("type").asText()) {
      case "text", "text_delta" -> {
        if (!text.isEmpty()) {
          tokens.text(text);
        }
      }
      case "thinking", "thinking_delta" -> {
        if (!thinking.isEmpty()) {
          tokens.reasoning(thinking);
        }
      }
      default -> {} // nothing that a reader follows
    }
  }
}
