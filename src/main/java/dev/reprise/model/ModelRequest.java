package dev.reprise.model;

import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Transcript;
import java.util.List;
import java.util.Optional;

/**
 * A request to a model.
 *
 * @param model the model, with the agent's options for the provider
 * @param systemPrompt from the agent's definition; may be empty
 * @param phase the name of the phase
 * @param iteration the number of the reply within the phase, from 1; for a summary, the number of
 *     the newest reply before it
 * @param attempt the number of the attempt to get this reply, from 1
 * @param purpose what the reply is for
 * @param transcript the phase's messages so far, where a summary may have replaced older ones; tool
 *     results are complete
 * @param tools the tools that the model may call
 * @param output the JSON Schema that the answer of the phase must fit; empty if any text will do
 */
public record ModelRequest(
    ModelChoice model,
    String systemPrompt,
    String phase,
    int iteration,
    int attempt,
    Purpose purpose,
    Transcript transcript,
    List<OfferedTool> tools,
    Optional<JsonValue> output) {

  /** What a reply is for. */
  public enum Purpose {
    /** The next step of the phase. */
    ANSWER,
    /** A summary that replaces the quoted messages in the transcript. */
    SUMMARY
  }

  public ModelRequest {
    tools = List.copyOf(tools);
  }

  /** Creates a request for any text. */
  public ModelRequest(
      ModelChoice model,
      String systemPrompt,
      String phase,
      int iteration,
      int attempt,
      Purpose purpose,
      Transcript transcript,
      List<OfferedTool> tools) {
    this(
        model,
        systemPrompt,
        phase,
        iteration,
        attempt,
        purpose,
        transcript,
        tools,
        Optional.empty());
  }
}
