package dev.reprise.model;

import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Transcript;
import java.util.List;

/**
 * What a model is asked.
 *
 * @param model who answers, with the agent's options for the provider
 * @param systemPrompt from the agent's definition; may be empty
 * @param phase the phase that asks
 * @param transcript the phase's messages so far; tool results are complete
 * @param tools what the model may call
 */
public record ModelRequest(
    ModelChoice model,
    String systemPrompt,
    String phase,
    Transcript transcript,
    List<OfferedTool> tools) {

  public ModelRequest {
    tools = List.copyOf(tools);
  }
}
