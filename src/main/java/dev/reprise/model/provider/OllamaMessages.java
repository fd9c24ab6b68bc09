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
 * Writes a transcript in Ollama's protocol, where each message has one text, one reasoning and
 * calls. The messages are custom ones, because LangChain4j's own leave out reasoning and the tool
 * names of results, and fetch images from any place.
 */
final class OllamaMessages {

  private final String provider;
  private final List<ChatMessage> messages = new ArrayList<>();

  private OllamaMessages(String provider) {
    this.provider = provider;
  }

  /**
   * Returns the messages of a request.
   *
   * @throws FaultException if the protocol cannot express part of the transcript
   */
  static List<ChatMessage> of(String provider, ModelRequest request) throws FaultException {
    var written = new OllamaMessages(provider);
    if (!request.systemPrompt().isBlank()) {
      written.add("system", request.systemPrompt(), Map.of());
    }
    for (Message message : request.transcript().messages()) {
      written.add(message);
    }
    return written.messages;
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
        add("assistant", assistant.text(), thinkingAndCalls(assistant));
      }
      case Message.ToolResult(ToolCall call, ToolOutcome outcome) ->
          add("tool", result(outcome), Map.of("tool_name", call.tool(), "tool_call_id", call.id()));
    }
  }

  private static void refuseImages(List<? extends Block> blocks) throws FaultException {
    if (blocks.stream().anyMatch(Block.Image.class::isInstance)) {
      throw ImageReference.refused(
          "Ollama needs the bytes of images, but a transcript has only references; the same"
              + " holds for its OpenAI-compatible endpoint");
    }
  }

  private Map<String, Object> thinkingAndCalls(Message.Assistant assistant) {
    Map<String, Object> more = new LinkedHashMap<>();
    var thinking = new StringBuilder();
    for (Block block : assistant.blocks()) {
      if (block instanceof Block.Reasoning reasoning
          && ReasoningBlocks.proofOf(provider, reasoning).isPresent()) {
        thinking.append(reasoning.text());
      }
    }
    if (!thinking.isEmpty()) {
      more.put("thinking", thinking.toString());
    }
    if (!assistant.calls().isEmpty()) {
      more.put("tool_calls", calls(assistant.calls()));
    }
    return more;
  }

  private static ArrayNode calls(List<ToolCall> calls) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < calls.size(); i++) {
      ToolCall call = calls.get(i);
      list.addObject()
          .put("id", call.id())
          .putObject("function")
          .put("index", i)
          .put("name", call.tool())
          .set("arguments", ArgumentParser.object(call.arguments()));
    }
    return list;
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
