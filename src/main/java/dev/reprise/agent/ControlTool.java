package dev.reprise.agent;

import java.util.Arrays;
import java.util.Optional;

/**
 * Tools that are declarations without a body: a call of one becomes a wait that stands in the run's
 * record, and so lasts through any crash without a thread.
 */
public enum ControlTool {
  /** Waits until a time. */
  WAIT_UNTIL("wait_until"),
  /** Asks a person, and waits for the answer. */
  ASK_HUMAN("ask_human"),
  /** Has another agent do something, and waits for what it gives. */
  DELEGATE("delegate");

  private final String toolName;

  ControlTool(String toolName) {
    this.toolName = toolName;
  }

  /** Returns the name by which models call it. */
  public String toolName() {
    return toolName;
  }

  /** Returns the control tool of this name. */
  public static Optional<ControlTool> named(String name) {
    return Arrays.stream(values()).filter(tool -> tool.toolName.equals(name)).findFirst();
  }

  /** Returns whether a call of a tool of this name is one of a control tool. */
  public static boolean isNamed(String name) {
    return named(name).isPresent();
  }
}
