package dev.reprise.model;

import dev.reprise.agent.Message;
import dev.reprise.agent.ModelChoice;
import java.util.List;

/**
 * What a model is asked.
 *
 * @param model who answers, with the agent's options for the provider
 * @param systemPrompt from the agent's definition; may be empty
 * @param phase the phase that asks
 * @param transcript the phase's messages so far; the first is the user's, tool results are complete
 * @param tools what the model may call
 */
public record ModelRequest(
    ModelChoice model,
    String systemPrompt,
    String phase,
    List<Message> transcript,
    List<OfferedTool> tools) {

  public ModelRequest {
    transcript = List.copyOf(transcript);
    tools = List.copyOf(tools);
  }
}
