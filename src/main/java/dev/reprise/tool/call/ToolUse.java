package dev.reprise.tool.call;

/** How a tool comes to be used. The {@link ToolGate} has a rule for each way. */
public enum ToolUse {

  /** A run calls it. A person can be asked before. */
  CALL,

  /** A run calls it, and has asked a person before if that was necessary. */
  CLEARED_CALL,

  /**
   * Code calls it, within a call of a tool that runs code. No record holds the call separately, so
   * it must change nothing and cost nothing, and no person can be asked.
   */
  NESTED_CALL,

  /**
   * A batch takes its items from what the tool reads. The submission waits for it, so no person can
   * be asked, and it must cost nothing.
   */
  SOURCE,

  /** A call is undone, as an operator has ordered. */
  UNDO,

  /** The tool is asked what became of a call; this changes nothing. */
  INQUIRY
}
