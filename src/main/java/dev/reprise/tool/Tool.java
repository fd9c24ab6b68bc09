package dev.reprise.tool;

import dev.reprise.agent.ToolOutcome;

/** Something that a model can have done. Implementations are beans and keep no state of a call. */
public interface Tool {

  /** Returns what the tool is and takes; the same at every call. */
  ToolDeclaration declaration();

  /**
   * Does the work, on the caller's thread and outside any transaction.
   *
   * <p>The arguments fit the declared schema. A failure that the model should know about is
   * returned as {@link ToolOutcome.Failed}; any exception means the same, with a general code.
   *
   * @throws Exception if the work failed in a way that the tool has no words for
   */
  ToolOutcome call(ToolRequest request) throws Exception;
}
