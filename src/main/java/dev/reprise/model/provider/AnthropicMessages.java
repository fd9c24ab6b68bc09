package dev.reprise.model.provider;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.model.anthropic.internal.api.AnthropicMessage;
import dev.langchain4j.model.anthropic.internal.api.AnthropicMessageContent;
import dev.langchain4j.model.anthropic.internal.api.AnthropicRole;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.message.Transcript;
import dev.reprise.model.ArgumentParser;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FaultException;
import java.util.ArrayList;
import java.util.List;

/**
 * A transcript in Anthropic's protocol, block by block in the order in which they were said. What
 * comes between two replies is one message there.
 */
final class AnthropicMessages {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final String provider;
  private final List<AnthropicMessage> messages = new ArrayList<>();

  private AnthropicMessages(String provider) {
    this.provider = provider;
  }

  /**
   * A block as it goes over the wire. LangChain4j's own types are many, and do not know them all.
   */
  private static final class Raw extends AnthropicMessageContent {

    private final ObjectNode block;

    Raw(ObjectNode block) {
      super(block.path("type").asText());
      this.block = block;
    }

    @JsonValue
    ObjectNode block() {
      return block;
    }
  }

  /**
   * Returns all that a provider is told.
   *
   * @param cached whether the provider is to keep it for the next request, which begins with the
   *     same
   * @throws FaultException if something cannot be said in this protocol
   */
  static List<AnthropicMessage> of(String provider, Transcript transcript, boolean cached)
      throws FaultException {
    var told = new AnthropicMessages(provider);
    for (Message message : transcript.messages()) {
      switch (message) {
        case Message.User user -> told.add(AnthropicRole.USER, told.blocks(user.blocks()));
        case Message.Assistant assistant ->
            told.add(AnthropicRole.ASSISTANT, told.blocks(assistant.blocks()));
        case Message.ToolResult(ToolCall call, ToolOutcome outcome) ->
            told.add(AnthropicRole.USER, List.of(result(call, outcome)));
      }
    }
    if (cached && !told.messages.isEmpty()) {
      told.markLast();
    }
    return told.messages;
  }

  private void add(AnthropicRole role, List<ObjectNode> blocks) {
    if (messages.isEmpty() || messages.getLast().role != role) {
      messages.add(new AnthropicMessage(role, new ArrayList<>()));
    }
    blocks.forEach(block -> messages.getLast().content.add(new Raw(block)));
    if (messages.getLast().content.isEmpty()) {
      messages.removeLast(); // nothing was said, which is not to be told
    }
  }

  private void markLast() {
    if (messages.getLast().content.getLast() instanceof Raw last) {
      last.block().putObject("cache_control").put("type", "ephemeral");
    }
  }

  private List<ObjectNode> blocks(List<Block> said) throws FaultException {
    List<ObjectNode> blocks = new ArrayList<>();
    for (Block block : said) {
      switch (block) {
        case Block.Text(String text) -> {
          if (!text.isEmpty()) { // which is refused
            blocks.add(text(text));
          }
        }
        case Block.Image image -> blocks.add(image(image));
        case Block.Reasoning reasoning ->
            ReasoningBlocks.proofOf(provider, reasoning)
                .ifPresent(proof -> blocks.add(thought(reasoning.text(), proof)));
        case Block.Call(ToolCall call) -> blocks.add(call(call));
        case Block.Other(String whose, var value) -> {
          if (whose.equals(provider) && Json.read(value.text()) instanceof ObjectNode own) {
            blocks.add(own);
          }
        }
      }
    }
    return blocks;
  }

  private static ObjectNode text(String text) {
    return JSON.objectNode().put("type", "text").put("text", text);
  }

  private static ObjectNode image(Block.Image image) throws FaultException {
    ObjectNode block = JSON.objectNode().put("type", "image");
    block.putObject("source").put("type", "url").put("url", ImageReference.url(image).toString());
    return block;
  }

  private static ObjectNode thought(String text, ObjectNode proof) {
    JsonNode hidden = proof.path("data");
    if (hidden.isTextual()) {
      return JSON.objectNode().put("type", "redacted_thinking").set("data", hidden);
    }
    return JSON.objectNode()
        .put("type", "thinking")
        .put("thinking", text)
        .put("signature", proof.path("signature").asText());
  }

  private static ObjectNode call(ToolCall call) {
    return JSON.objectNode()
        .put("type", "tool_use")
        .put("id", call.id())
        .put("name", call.tool())
        .set("input", ArgumentParser.object(call.arguments()));
  }

  private static ObjectNode result(ToolCall call, ToolOutcome outcome) throws FaultException {
    ObjectNode block = JSON.objectNode().put("type", "tool_result").put("tool_use_id", call.id());
    ArrayNode content = block.putArray("content");
    switch (outcome) {
      case ToolOutcome.Succeeded(String said, List<Block.Image> images) -> {
        if (!said.isEmpty()) {
          content.add(text(said));
        }
        for (Block.Image image : images) {
          content.add(image(image));
        }
      }
      case ToolOutcome.Failed failed -> {
        block.put("is_error", true);
        content.add(text(failed.failure().toString()));
      }
    }
    return block;
  }
}
