package dev.reprise.execution.model;

import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.run.decision.NextStep;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Renders messages as text within one message, so that the model mistakes none of them for its own
 * turn, and no provider requires the tools of the calls. Reasoning and provider-specific blocks are
 * left out.
 */
final class TranscriptRenderer {

  private TranscriptRenderer() {}

  /** Returns the text to summarise. */
  static String of(NextStep.CompactTranscript step) {
    return """
    The agent's task:

    %s

    What was said and done since, oldest first:

    %s"""
        .formatted(
            of(step.prompt()),
            step.older().stream().map(TranscriptRenderer::of).collect(Collectors.joining("\n\n")));
  }

  private static String of(Message message) {
    return switch (message) {
      case Message.User user -> "User:" + of(user.blocks());
      case Message.Assistant assistant -> "Agent:" + of(assistant.blocks());
      case Message.ToolResult(ToolCall call, ToolOutcome outcome) ->
          "Result of call %s:%s".formatted(call.id(), of(outcome));
    };
  }

  private static String of(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(String content, var images) -> "\n" + content + of(images);
      case ToolOutcome.Failed(var failure) -> "\nfailed, " + failure;
    };
  }

  private static String of(List<? extends Block> blocks) {
    return blocks.stream().map(TranscriptRenderer::of).collect(Collectors.joining());
  }

  private static String of(Block block) {
    return switch (block) {
      case Block.Text(String text) -> "\n" + text;
      case Block.Image(String source, var mediaType) ->
          "\n[image %s, %s]".formatted(source, mediaType);
      case Block.Call(ToolCall call) ->
          "\n[call %s of %s with %s]".formatted(call.id(), call.tool(), call.arguments());
      case Block.Reasoning ignored -> "";
      case Block.Other ignored -> "";
    };
  }
}
