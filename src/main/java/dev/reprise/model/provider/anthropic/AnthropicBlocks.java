package dev.reprise.model.provider.anthropic;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.model.ArgumentParser;
import dev.reprise.model.provider.ImageReference;
import dev.reprise.model.provider.ReasoningBlocks;
import dev.reprise.model.provider.SentCall;
import dev.reprise.model.provider.UnknownMembers;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FaultException;
import java.util.ArrayList;
import java.util.List;

/**
 * The content blocks of Anthropic's messages. They are JSON trees, because a block of a type that
 * this server does not know goes back to the provider exactly as it came. Tested by {@code
 * AnthropicProviderTest}.
 */
final class AnthropicBlocks {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private AnthropicBlocks() {}

  /**
   * Returns the blocks of one message in their order. Empty texts, and blocks that belong to
   * another provider, are left out.
   *
   * @throws FaultException if the protocol cannot express a block
   */
  static List<ObjectNode> of(String provider, List<Block> blocks) throws FaultException {
    List<ObjectNode> content = new ArrayList<>();
    for (Block block : blocks) {
      switch (block) {
        case Block.Text(String text) -> {
          if (!text.isEmpty()) { // the API refuses empty texts
            content.add(text(text));
          }
        }
        case Block.Image image -> content.add(image(image));
        case Block.Reasoning reasoning ->
            ReasoningBlocks.proofOf(provider, reasoning)
                .ifPresent(proof -> content.add(thinking(reasoning.text(), proof)));
        case Block.Call(ToolCall call) -> content.add(toolUse(provider, call));
        case Block.Other(String owner, var value) -> {
          if (owner.equals(provider) && Json.read(value.text()) instanceof ObjectNode own) {
            content.add(own);
          }
        }
      }
    }
    return content;
  }

  static ObjectNode text(String text) {
    return JSON.objectNode().put("type", "text").put("text", text);
  }

  /**
   * Returns the block with the result of a call.
   *
   * @throws FaultException if the protocol cannot express an image of the result
   */
  static ObjectNode result(String provider, ToolCall call, ToolOutcome outcome)
      throws FaultException {
    ObjectNode block =
        JSON.objectNode().put("type", "tool_result").put("tool_use_id", id(provider, call));
    ArrayNode content = block.putArray("content");
    switch (outcome) {
      case ToolOutcome.Succeeded(String text, List<Block.Image> images) -> {
        if (!text.isEmpty()) {
          content.add(text(text));
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

  /** Lets the provider cache the request up to and including this block. */
  static ObjectNode markCached(ObjectNode block) {
    block.putObject("cache_control").put("type", "ephemeral");
    return block;
  }

  private static ObjectNode image(Block.Image image) throws FaultException {
    ObjectNode block = JSON.objectNode().put("type", "image");
    block.putObject("source").put("type", "url").put("url", ImageReference.url(image).toString());
    return block;
  }

  private static ObjectNode thinking(String text, ObjectNode proof) {
    ObjectNode block = JSON.objectNode();
    if (proof.path("data").isTextual()) {
      return block.put("type", "redacted_thinking").set("data", proof.path("data"));
    }
    block.put("type", "thinking").put("thinking", text).put("signature", "");
    proof.remove(ReasoningBlocks.PROVIDER);
    block.setAll(proof);
    return block;
  }

  private static ObjectNode toolUse(String provider, ToolCall call) {
    ObjectNode block =
        JSON.objectNode()
            .put("type", "tool_use")
            .put("id", id(provider, call))
            .put("name", SentCall.of(provider, call).name());
    block.set("input", ArgumentParser.object(call.arguments()));
    UnknownMembers.putBack(provider, call.metadata(), block);
    return block;
  }

  /** Returns the provider's own id, or one of the characters that the API allows. */
  private static String id(String provider, ToolCall call) {
    String id = SentCall.of(provider, call).id();
    return id.equals(call.id()) ? id.replaceAll("[^A-Za-z0-9_-]", "_") : id;
  }
}
