package dev.reprise.model;

import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.message.Transcript;
import java.util.List;

/**
 * What a model is asked.
 *
 * @param model who answers, with the agent's options for the provider
 * @param systemPrompt from the agent's definition; may be empty
 * @param phase the phase that asks
 * @param iteration the reply's place among those of the phase, counted from 1; of a summary, that
 *     of the newest reply before it
 * @param attempt how often this reply is asked for, counted from 1
 * @param purpose what the reply is for
 * @param transcript the phase's messages so far, the older of which may have been replaced by a
 *     summary; tool results are complete
 * @param tools what the model may call
 */
public record ModelRequest(
    ModelChoice model,
    String systemPrompt,
    String phase,
    int iteration,
    int attempt,
    Purpose purpose,
    Transcript transcript,
    List<OfferedTool> tools) {

  /** What a reply is for. */
  public enum Purpose {
    /** To take the phase a step further. */
    ANSWER,
    /** To stand in the transcript for the messages that the request quotes. */
    SUMMARY
  }

  public ModelRequest {
    tools = List.copyOf(tools);
  }
}
