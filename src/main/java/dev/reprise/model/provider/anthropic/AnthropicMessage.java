package dev.reprise.model.provider.anthropic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.message.Transcript;
import dev.reprise.resilience.FaultException;
import java.util.ArrayList;
import java.util.List;

/**
 * A message in Anthropic's protocol.
 *
 * @param role {@code user} or {@code assistant}
 * @param content content blocks in the order of the transcript, at least one
 */
record AnthropicMessage(String role, List<ObjectNode> content) {

  private static final String USER = "user";
  private static final String ASSISTANT = "assistant";

  /**
   * Returns a transcript as messages of alternating roles. All that is between two replies becomes
   * one message, because the protocol requires it.
   *
   * @param cached whether the provider caches the messages for the next request, which begins with
   *     the same
   * @throws FaultException if the protocol cannot express part of the transcript
   */
  static List<AnthropicMessage> of(String provider, Transcript transcript, boolean cached)
      throws FaultException {
    List<AnthropicMessage> messages = new ArrayList<>();
    for (Message message : transcript.messages()) {
      switch (message) {
        case Message.User user -> add(messages, USER, AnthropicBlocks.of(provider, user.blocks()));
        case Message.Assistant assistant ->
            add(messages, ASSISTANT, AnthropicBlocks.of(provider, assistant.blocks()));
        case Message.ToolResult(ToolCall call, ToolOutcome outcome) ->
            add(messages, USER, List.of(AnthropicBlocks.result(provider, call, outcome)));
      }
    }
    if (cached && !messages.isEmpty()) {
      AnthropicBlocks.markCached(messages.getLast().content().getLast());
    }
    return messages;
  }

  private static void add(List<AnthropicMessage> messages, String role, List<ObjectNode> blocks) {
    if (blocks.isEmpty()) {
      return; // the API refuses a message without content
    }
    if (messages.isEmpty() || !messages.getLast().role().equals(role)) {
      messages.add(new AnthropicMessage(role, new ArrayList<>()));
    }
    messages.getLast().content().addAll(blocks);
  }
}
