package dev.reprise.model.provider;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.model.ArgumentParser;
import dev.reprise.model.ModelRequest;
import dev.reprise.resilience.FaultException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a transcript in OpenAI's protocol, where a reply is one text followed by calls. Replies of
 * other providers may have text between calls; it is joined to one text.
 */
final class OpenAiMessages {

  private final String provider;
  private final List<ChatMessage> messages = new ArrayList<>();

  /**
   * Images of tool results. A result can only be text, so a user message after the results shows
   * the images.
   */
  private final List<Content> shown = new ArrayList<>();

  private OpenAiMessages(String provider) {
    this.provider = provider;
  }

  /**
   * Returns the messages of a request.
   *
   * @throws FaultException if the protocol cannot express part of the transcript
   */
  static List<ChatMessage> of(String provider, ModelRequest request) throws FaultException {
    var written = new OpenAiMessages(provider);
    if (!request.systemPrompt().isBlank()) {
      written.messages.add(SystemMessage.from(request.systemPrompt()));
    }
    for (Message message : request.transcript().messages()) {
      written.add(message);
    }
    written.show();
    return written.messages;
  }

  private void add(Message message) throws FaultException {
    switch (message) {
      case Message.User user -> {
        show();
        messages.add(user(user));
      }
      case Message.Assistant assistant -> {
        show();
        messages.add(assistant(assistant));
      }
      case Message.ToolResult(ToolCall call, ToolOutcome outcome) -> result(call, outcome);
    }
  }

  private void show() {
    if (!shown.isEmpty()) {
      messages.add(UserMessage.from(List.copyOf(shown)));
      shown.clear();
    }
  }

  private static UserMessage user(Message.User user) throws FaultException {
    List<Content> contents = new ArrayList<>();
    for (Block block : user.blocks()) {
      switch (block) {
        case Block.Text(String text) -> contents.add(TextContent.from(text));
        case Block.Image image -> contents.add(ImageContent.from(ImageReference.url(image)));
        case Block.Reasoning ignored -> {} // never part of a user's message
        case Block.Call ignored -> {} // never part of a user's message
        case Block.Other ignored -> {} // belongs to another provider
      }
    }
    if (contents.isEmpty()) {
      contents.add(TextContent.from(""));
    }
    var builder = UserMessage.builder().contents(contents);
    user.name().ifPresent(name -> builder.name(name.replaceAll("[\\s<|\\\\/>]", "_")));
    return builder.build();
  }

  private AiMessage assistant(Message.Assistant assistant) throws FaultException {
    var thinking = new StringBuilder();
    for (Block block : assistant.blocks()) {
      switch (block) {
        case Block.Reasoning reasoning -> {
          if (ReasoningBlocks.proofOf(provider, reasoning).isPresent()) {
            thinking.append(reasoning.text());
          }
        }
        case Block.Image ignored ->
            throw ImageReference.refused("an image in a reply of a model cannot be sent");
        case Block.Text ignored -> {}
        case Block.Call ignored -> {}
        case Block.Other ignored -> {}
      }
    }
    List<ToolExecutionRequest> calls =
        assistant.calls().stream().map(OpenAiMessages::call).toList();
    String text = assistant.text();
    var builder = AiMessage.builder().toolExecutionRequests(calls);
    if (!text.isEmpty() || calls.isEmpty()) {
      builder.text(text);
    }
    if (!thinking.isEmpty()) {
      builder.thinking(thinking.toString());
    }
    return builder.build();
  }

  private static ToolExecutionRequest call(ToolCall call) {
    return ToolExecutionRequest.builder()
        .id(call.id())
        .name(call.tool())
        .arguments(ArgumentParser.text(call.arguments()))
        .build();
  }

  private void result(ToolCall call, ToolOutcome outcome) throws FaultException {
    String content =
        switch (outcome) {
          case ToolOutcome.Failed failed -> "failed: " + failed.failure();
          case ToolOutcome.Succeeded succeeded -> succeeded.content();
        };
    messages.add(ToolExecutionResultMessage.from(call.id(), call.tool(), content));
    if (outcome instanceof ToolOutcome.Succeeded(String ignored, List<Block.Image> images)
        && !images.isEmpty()) {
      shown.add(TextContent.from("Images that call %s returned:".formatted(call.id())));
      for (Block.Image image : images) {
        shown.add(ImageContent.from(ImageReference.url(image)));
      }
    }
  }
}
