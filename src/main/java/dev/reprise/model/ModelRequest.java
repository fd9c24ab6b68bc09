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
 * @param expected what a reply may have
 */
public record ModelRequest(
    ModelChoice model,
    String systemPrompt,
    String phase,
    int iteration,
    int attempt,
    Purpose purpose,
    Transcript transcript,
    Expected expected) {

  /** What a reply is for. */
  public enum Purpose {
    /** The next step of the phase. */
    ANSWER,
    /** A summary that replaces the quoted messages in the transcript. */
    SUMMARY
  }

  /**
   * What a reply may have.
   *
   * @param tools the tools that the model may call
   * @param output the JSON Schema that its answer must fit; empty if any text will do
   */
  public record Expected(List<OfferedTool> tools, Optional<JsonValue> output) {
    public Expected {
      tools = List.copyOf(tools);
    }
  }

  public List<OfferedTool> tools() {
    return expected.tools();
  }

  public Optional<JsonValue> output() {
    return expected.output();
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
        new Expected(tools, Optional.empty()));
  }
}
