package dev.reprise.model.provider.openai;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.model.ArgumentParser;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.provider.ImageReference;
import dev.reprise.model.provider.ReasoningBlocks;
import dev.reprise.model.provider.SentCall;
import dev.reprise.model.provider.UnknownMembers;
import dev.reprise.resilience.FaultException;
import java.util.List;

/**
 * Writes a transcript in Ollama's protocol, where each message has one text, one reasoning and
 * calls. Tested by {@code OllamaProviderTest}.
 */
final class OllamaMessages {

  private final String provider;
  private final ArrayNode messages = JsonNodeFactory.instance.arrayNode();

  private OllamaMessages(String provider) {
    this.provider = provider;
  }

  /**
   * Returns the messages of a request.
   *
   * @throws FaultException if the protocol cannot express part of the transcript
   */
  static ArrayNode of(String provider, ModelRequest request) throws FaultException {
    var written = new OllamaMessages(provider);
    if (!request.systemPrompt().isBlank()) {
      written.add("system", request.systemPrompt());
    }
    for (Message message : request.transcript().messages()) {
      written.add(message);
    }
    return written.messages;
  }

  private ObjectNode add(String role, String content) {
    return messages.addObject().put("role", role).put("content", content);
  }

  private void add(Message message) throws FaultException {
    switch (message) {
      case Message.User user -> {
        refuseImages(user.blocks());
        if (!OpenAiMessages.goesOn(messages, user.text())) {
          add("user", user.text());
        }
      }
      case Message.Assistant assistant -> assistant(assistant);
      case Message.ToolResult(ToolCall call, ToolOutcome outcome) -> {
        SentCall sent = SentCall.of(provider, call);
        add("tool", result(outcome)).put("tool_name", sent.name()).put("tool_call_id", sent.id());
      }
    }
  }

  private static void refuseImages(List<? extends Block> blocks) throws FaultException {
    if (blocks.stream().anyMatch(Block.Image.class::isInstance)) {
      throw ImageReference.refused(
          "Ollama needs the bytes of images, but a transcript has only references; the same"
              + " holds for its OpenAI-compatible endpoint");
    }
  }

  private void assistant(Message.Assistant assistant) throws FaultException {
    refuseImages(assistant.blocks());
    ObjectNode written = add("assistant", assistant.text());
    var thinking = new StringBuilder();
    for (Block block : assistant.blocks()) {
      if (block instanceof Block.Reasoning reasoning
          && ReasoningBlocks.proofOf(provider, reasoning).isPresent()) {
        thinking.append(reasoning.text());
      }
    }
    if (!thinking.isEmpty()) {
      written.put("thinking", thinking.toString());
    }
    List<ToolCall> calls = assistant.calls();
    for (int i = 0; i < calls.size(); i++) {
      written.withArrayProperty("tool_calls").add(call(calls.get(i), i));
    }
    UnknownMembers.putBack(provider, assistant.metadata(), written);
  }

  private ObjectNode call(ToolCall call, int index) {
    SentCall sent = SentCall.of(provider, call);
    ObjectNode written = JsonNodeFactory.instance.objectNode().put("id", sent.id());
    written
        .putObject("function")
        .put("index", index)
        .put("name", sent.name())
        .set("arguments", ArgumentParser.object(call.arguments()));
    UnknownMembers.putBack(provider, call.metadata(), written);
    return written;
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
