package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatResponseMetadata;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.model.ArgumentParser;
import dev.reprise.model.CallIdAssigner;
import dev.reprise.model.ModelReply;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a reply of LangChain4j, for protocols where a reply is one reasoning, one text and calls.
 */
final class LangChainReply {

  private LangChainReply() {}

  /**
   * Returns the reply.
   *
   * @throws FaultException if a filter of the provider stopped the reply
   */
  static ModelReply of(String provider, ChatResponse response) throws FaultException {
    if (response.finishReason() == FinishReason.CONTENT_FILTER) {
      throw new FaultException(
          new Fault(
              FailureClass.CONTENT_REFUSED,
              "a filter of model provider '%s' stopped the reply".formatted(provider)));
    }
    return new ModelReply(
        blocks(provider, response.aiMessage()), usage(response), metadata(response));
  }

  private static List<Block> blocks(String provider, AiMessage message) throws FaultException {
    List<Block> blocks = new ArrayList<>();
    if (message.thinking() != null) {
      blocks.add(ReasoningBlocks.of(message.thinking(), ReasoningBlocks.proof(provider)));
    }
    if (message.text() != null) {
      blocks.add(new Block.Text(message.text()));
    }
    var ids = new CallIdAssigner();
    for (ToolExecutionRequest call : message.toolExecutionRequests()) {
      blocks.add(ids.call(call.id(), call.name(), ArgumentParser.read(text(call.arguments()))));
    }
    return blocks;
  }

  private static Usage usage(ChatResponse response) {
    TokenUsage usage = response.tokenUsage();
    if (usage == null) {
      return Usage.NONE;
    }
    long input = count(usage.inputTokenCount());
    long cached =
        usage instanceof OpenAiTokenUsage known && known.inputTokensDetails() != null
            ? count(known.inputTokensDetails().cachedTokens())
            : 0;
    return new Usage(input, count(usage.outputTokenCount()), Math.min(cached, input), 0);
  }

  private static long count(@Nullable Integer tokens) {
    return tokens == null ? 0 : Math.max(tokens, 0);
  }

  private static Optional<JsonValue> metadata(ChatResponse response) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    put(metadata, "id", response.id());
    put(metadata, "model", response.modelName());
    FinishReason reason = response.finishReason();
    put(metadata, "stopReason", reason == null ? null : reason.name().toLowerCase(Locale.ROOT));
    if (response.metadata() instanceof OpenAiChatResponseMetadata more) {
      put(metadata, "systemFingerprint", more.systemFingerprint());
    }
    return metadata.isEmpty() ? Optional.empty() : Optional.of(new JsonValue(Json.write(metadata)));
  }

  private static void put(ObjectNode metadata, String name, @Nullable String value) {
    if (value != null) {
      metadata.put(name, value);
    }
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
