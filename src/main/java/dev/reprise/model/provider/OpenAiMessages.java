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
 * A transcript in OpenAI's protocol. An assistant's message is one text there with the calls behind
 * it, which is all that such providers ever say; what others said between calls is put together.
 */
final class OpenAiMessages {

  private final String provider;
  private final List<ChatMessage> messages = new ArrayList<>();

  /** Images that tools returned: results are words only, so they are shown behind them. */
  private final List<Content> shown = new ArrayList<>();

  private OpenAiMessages(String provider) {
    this.provider = provider;
  }

  /**
   * Returns all that a provider is told.
   *
   * @throws FaultException if something cannot be said in this protocol
   */
  static List<ChatMessage> of(String provider, ModelRequest request) throws FaultException {
    var told = new OpenAiMessages(provider);
    if (!request.systemPrompt().isBlank()) {
      told.messages.add(SystemMessage.from(request.systemPrompt()));
    }
    for (Message message : request.transcript().messages()) {
      told.add(message);
    }
    told.show();
    return told.messages;
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
        case Block.Reasoning ignored -> {} // never a user's
        case Block.Call ignored -> {} // nor is this
        case Block.Other ignored -> {} // another provider's
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
    var thoughts = new StringBuilder();
    for (Block block : assistant.blocks()) {
      switch (block) {
        case Block.Reasoning reasoning -> {
          if (ReasoningBlocks.proofOf(provider, reasoning).isPresent()) {
            thoughts.append(reasoning.text());
          }
        }
        case Block.Image ignored -> throw ImageReference.refused("a model's own image is not told");
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
    if (!thoughts.isEmpty()) {
      builder.thinking(thoughts.toString());
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
    String said =
        switch (outcome) {
          case ToolOutcome.Failed failed -> "failed: " + failed.failure();
          case ToolOutcome.Succeeded succeeded -> succeeded.content();
        };
    messages.add(ToolExecutionResultMessage.from(call.id(), call.tool(), said));
    if (outcome instanceof ToolOutcome.Succeeded(String ignored, List<Block.Image> images)
        && !images.isEmpty()) {
      shown.add(TextContent.from("Images that call %s returned:".formatted(call.id())));
      for (Block.Image image : images) {
        shown.add(ImageContent.from(ImageReference.url(image)));
      }
    }
  }
}
