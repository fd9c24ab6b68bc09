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
 * Writes a transcript in OpenAI's protocol, where a reply is one text followed by calls. Replies of
 * other providers may have text between calls; it is joined to one text. Tested by {@code
 * OpenAiProviderTest}.
 */
final class OpenAiMessages {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final String provider;
  private final ArrayNode messages = JSON.arrayNode();

  /**
   * Images of tool results. A result can only be text, so a user message after the results shows
   * the images.
   */
  private final ArrayNode shown = JSON.arrayNode();

  private OpenAiMessages(String provider) {
    this.provider = provider;
  }

  /**
   * Returns the messages of a request.
   *
   * @throws FaultException if the protocol cannot express part of the transcript
   */
  static ArrayNode of(String provider, ModelRequest request) throws FaultException {
    var written = new OpenAiMessages(provider);
    if (!request.systemPrompt().isBlank()) {
      written.add("system").put("content", request.systemPrompt());
    }
    for (Message message : request.transcript().messages()) {
      written.add(message);
    }
    written.show();
    return written.messages;
  }

  private ObjectNode add(String role) {
    return messages.addObject().put("role", role);
  }

  private void add(Message message) throws FaultException {
    switch (message) {
      case Message.User user -> {
        show();
        user(user);
      }
      case Message.Assistant assistant -> {
        show();
        assistant(assistant);
      }
      case Message.ToolResult(ToolCall call, ToolOutcome outcome) -> result(call, outcome);
    }
  }

  private void show() {
    if (!shown.isEmpty()) {
      add("user").set("content", shown.deepCopy());
      shown.removeAll();
    }
  }

  private void user(Message.User user) throws FaultException {
    ArrayNode parts = JSON.arrayNode();
    for (Block block : user.blocks()) {
      switch (block) {
        case Block.Text(String text) -> parts.add(part(text));
        case Block.Image image -> parts.add(part(image));
        case Block.Reasoning ignored -> {} // never part of a user's message
        case Block.Call ignored -> {} // never part of a user's message
        case Block.Other ignored -> {} // belongs to another provider
      }
    }
    if (parts.size() == 1 && parts.get(0).has("text")) {
      String text = parts.get(0).get("text").textValue(); // all servers take it, a list not all
      if (user.name().isPresent() || !goesOn(messages, text)) {
        add("user").put("content", text);
      }
    } else {
      add("user").set("content", parts.isEmpty() ? JSON.textNode("") : parts);
    }
    ObjectNode written = (ObjectNode) messages.get(messages.size() - 1);
    user.name().ifPresent(name -> written.put("name", name.replaceAll("[\\s<|\\\\/>]", "_")));
  }

  /**
   * Adds a text to the message of the user that is the last one, if it is. The templates of some
   * models take only turns.
   */
  static boolean goesOn(ArrayNode messages, String text) {
    if (messages.isEmpty()
        || !(messages.get(messages.size() - 1) instanceof ObjectNode last)
        || !last.path("role").asText().equals("user")
        || !last.path("content").isTextual()
        || last.has("name")) {
      return false;
    }
    last.put("content", last.path("content").textValue() + "\n\n" + text);
    return true;
  }

  private void assistant(Message.Assistant assistant) throws FaultException {
    ObjectNode written = JSON.objectNode().put("role", "assistant");
    String text = assistant.text();
    List<ToolCall> calls = assistant.calls();
    if (!text.isEmpty() || calls.isEmpty()) {
      written.put("content", text);
    }
    for (Block block : assistant.blocks()) {
      switch (block) {
        case Block.Reasoning reasoning ->
            ReasoningBlocks.proofOf(provider, reasoning)
                .ifPresent(
                    proof -> {
                      String member =
                          proof.path(OpenAiReply.MEMBER).asText(OpenAiReply.REASONING.getFirst());
                      written.put(member, written.path(member).asText("") + reasoning.text());
                    });
        case Block.Image ignored ->
            throw ImageReference.refused("an image in a reply of a model cannot be sent");
        case Block.Text ignored -> {}
        case Block.Call(ToolCall call) -> written.withArrayProperty("tool_calls").add(call(call));
        case Block.Other ignored -> {}
      }
    }
    UnknownMembers.putBack(provider, assistant.metadata(), written);
    messages.add(written);
  }

  private ObjectNode call(ToolCall call) {
    SentCall sent = SentCall.of(provider, call);
    ObjectNode written = JSON.objectNode().put("id", sent.id()).put("type", "function");
    written
        .putObject("function")
        .put("name", sent.name())
        .put("arguments", ArgumentParser.text(call.arguments()));
    UnknownMembers.putBack(provider, call.metadata(), written);
    return written;
  }

  private void result(ToolCall call, ToolOutcome outcome) throws FaultException {
    String id = SentCall.of(provider, call).id();
    String content =
        switch (outcome) {
          case ToolOutcome.Failed failed -> "failed: " + failed.failure();
          case ToolOutcome.Succeeded succeeded -> succeeded.content();
        };
    add("tool").put("tool_call_id", id).put("content", content);
    if (outcome instanceof ToolOutcome.Succeeded(String ignored, List<Block.Image> images)
        && !images.isEmpty()) {
      shown.add(part("Images that call %s returned:".formatted(id)));
      for (Block.Image image : images) {
        shown.add(part(image));
      }
    }
  }

  private static ObjectNode part(String text) {
    return JSON.objectNode().put("type", "text").put("text", text);
  }

  private static ObjectNode part(Block.Image image) throws FaultException {
    ObjectNode part = JSON.objectNode().put("type", "image_url");
    part.putObject("image_url").put("url", ImageReference.url(image).toString());
    return part;
  }
}
