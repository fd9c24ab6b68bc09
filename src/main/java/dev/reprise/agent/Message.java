package dev.reprise.agent;

import java.util.List;

/**
 * One entry of a phase's transcript. The system prompt is none of them: it is taken from the
 * definition at every call.
 */
public sealed interface Message {

  /** What the agent is asked to do. */
  record User(String text) implements Message {}

  /**
   * What the model answered.
   *
   * @param calls the tools that it wants run before it goes on; none means that the phase is done
   */
  record Assistant(String text, List<ToolCall> calls) implements Message {
    public Assistant {
      calls = List.copyOf(calls);
    }
  }

  /** What became of one tool call of the assistant's message before. */
  record ToolResult(ToolCall call, ToolOutcome outcome) implements Message {}
}
