package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.CustomMessage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.model.ArgumentParser;
import dev.reprise.model.ModelRequest;
import dev.reprise.resilience.FaultException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A transcript in Ollama's protocol: a text, a thought and calls a message. They are told as custom
 * messages, because LangChain4j's own leave out thoughts and the names of results' tools, and fetch
 * images from wherever they are.
 */
final class OllamaMessages {

  private final String provider;
  private final List<ChatMessage> messages = new ArrayList<>();

  private OllamaMessages(String provider) {
    this.provider = provider;
  }

  /**
   * Returns all that a provider is told.
   *
   * @throws FaultException if something cannot be said in this protocol
   */
  static List<ChatMessage> of(String provider, ModelRequest request) throws FaultException {
    var told = new OllamaMessages(provider);
    if (!request.systemPrompt().isBlank()) {
      told.add("system", request.systemPrompt(), Map.of());
    }
    for (Message message : request.transcript().messages()) {
      told.add(message);
    }
    return told.messages;
  }

  private void add(String role, String content, Map<String, Object> more) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("role", role);
    message.put("content", content);
    message.putAll(more);
    messages.add(new CustomMessage(message));
  }

  private void add(Message message) throws FaultException {
    switch (message) {
      case Message.User user -> {
        refuseImages(user.blocks());
        add("user", user.text(), Map.of());
      }
      case Message.Assistant assistant -> {
        refuseImages(assistant.blocks());
        add("assistant", assistant.text(), thoughtAndCalls(assistant));
      }
      case Message.ToolResult(ToolCall call, ToolOutcome outcome) ->
          add("tool", result(outcome), Map.of("tool_name", call.tool(), "tool_call_id", call.id()));
    }
  }

  private static void refuseImages(List<? extends Block> blocks) throws FaultException {
    if (blocks.stream().anyMatch(Block.Image.class::isInstance)) {
      throw ImageReference.refused(
          "Ollama takes images themselves, and a transcript has only where they are; its"
              + " OpenAI-compatible endpoint does no more");
    }
  }

  private Map<String, Object> thoughtAndCalls(Message.Assistant assistant) {
    Map<String, Object> more = new LinkedHashMap<>();
    var thoughts = new StringBuilder();
    for (Block block : assistant.blocks()) {
      if (block instanceof Block.Reasoning reasoning
          && ReasoningBlocks.proofOf(provider, reasoning).isPresent()) {
        thoughts.append(reasoning.text());
      }
    }
    if (!thoughts.isEmpty()) {
      more.put("thinking", thoughts.toString());
    }
    if (!assistant.calls().isEmpty()) {
      more.put("tool_calls", calls(assistant.calls()));
    }
    return more;
  }

  private static ArrayNode calls(List<ToolCall> calls) {
    ArrayNode told = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < calls.size(); i++) {
      ToolCall call = calls.get(i);
      told.addObject()
          .put("id", call.id())
          .putObject("function")
          .put("index", i)
          .put("name", call.tool())
          .set("arguments", ArgumentParser.object(call.arguments()));
    }
    return told;
  }

  private static String result(ToolOutcome outcome) throws FaultException {
    return switch (outcome) {
      case ToolOutcome.Failed failed -> "failed: " + failed.failure();
      case ToolOutcome.Succeeded(String content, List<Block.Image> images) -> {
        refuseImages(images);
        yield content;
      }
    };
  }
}
