package dev.reprise.model.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Incomplete;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.model.ArgumentParser;
import dev.reprise.model.ModelReply;
import dev.reprise.model.provider.AnsweredFaultException;
import dev.reprise.model.provider.CallIdAssigner;
import dev.reprise.model.provider.ReasoningBlocks;
import dev.reprise.model.provider.TokenCount;
import dev.reprise.model.provider.UnknownMembers;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a reply from a message of Anthropic's API. It keeps the order of the blocks, and the
 * signature of each block of reasoning. Tested by {@code AnthropicProviderTest}.
 */
final class AnthropicReply {

  private AnthropicReply() {}

  /**
   * Returns the reply.
   *
   * @throws FaultException if the provider refused to continue, or the reply filled the context
   *     window
   */
  static ModelReply of(String provider, JsonNode message) throws FaultException {
    switch (message.path("stop_reason").asText()) {
      case "refusal" ->
          throw new AnsweredFaultException(
              new Fault(
                  FailureClass.CONTENT_REFUSED,
                  "model provider '%s' refused to continue".formatted(provider)));
      case "model_context_window_exceeded" ->
          throw new AnsweredFaultException(
              new Fault(
                  FailureClass.CONTEXT_EXCEEDED,
                  "the reply of model provider '%s' filled its context window"
                      .formatted(provider)));
      default -> {}
    }
    List<Block> blocks = blocks(provider, message.path("content"));
    return new ModelReply(
        blocks,
        usage(message.path("usage")),
        Optional.of(metadata(message)),
        switch (message.path("stop_reason").asText()) {
          case "max_tokens" -> Optional.of(Incomplete.CUT_OFF);
          // calls of this server's tools must have their results first
          case "pause_turn" ->
              Optional.of(Incomplete.PAUSED).filter(paused -> Block.calls(blocks).isEmpty());
          default -> Optional.empty();
        });
  }

  private static List<Block> blocks(String provider, JsonNode content) throws FaultException {
    List<Block> blocks = new ArrayList<>();
    var ids = new CallIdAssigner(provider);
    for (JsonNode block : content) {
      blocks.add(block(provider, block, ids));
    }
    return blocks;
  }

  private static Block block(String provider, JsonNode block, CallIdAssigner ids)
      throws FaultException {
    return switch (block.path("type").asText()) {
      case "text" -> new Block.Text(block.path("text").asText());
      case "thinking" ->
          ReasoningBlocks.of(
              block.path("thinking").asText(""),
              ReasoningBlocks.proof(provider)
                  .setAll(UnknownMembers.of(block, Set.of("type", "thinking"))));
      case "redacted_thinking" ->
          ReasoningBlocks.of(
              "", ReasoningBlocks.proof(provider).put("data", block.path("data").asText()));
      case "tool_use" ->
          ids.call(
              block.path("id").asText(""),
              block.path("name").asText(""),
              input(block.path("input")),
              UnknownMembers.of(block, Set.of("type", "id", "name", "input")));
      default -> new Block.Other(provider, new JsonValue(Json.write(block)));
    };
  }

  private static JsonValue input(JsonNode input) {
    return ArgumentParser.read(input.isTextual() ? input.textValue() : Json.write(input));
  }

  /** The API counts the tokens read from or written to the cache apart from the input tokens. */
  private static Usage usage(JsonNode usage) {
    long read = TokenCount.of(usage.path("cache_read_input_tokens"));
    long written = TokenCount.of(usage.path("cache_creation_input_tokens"));
    return new Usage(
        TokenCount.of(usage.path("input_tokens")) + read + written,
        TokenCount.of(usage.path("output_tokens")),
        read,
        written);
  }

  private static JsonValue metadata(JsonNode message) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    metadata.put("id", message.path("id").asText());
    metadata.put("model", message.path("model").asText());
    metadata.put("stopReason", message.path("stop_reason").asText());
    return new JsonValue(Json.write(metadata));
  }
}
