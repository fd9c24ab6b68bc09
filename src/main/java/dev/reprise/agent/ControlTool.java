package dev.reprise.agent;

import java.util.Arrays;

/**
 * Tools that are declarations without a body: a call of one becomes a wait that stands in the run's
 * record, and so lasts through any crash without a thread.
 */
public enum ControlTool {
  /** Waits until a time. */
  WAIT_UNTIL("wait_until");

  private final String toolName;

  ControlTool(String toolName) {
    this.toolName = toolName;
  }

  /** Returns the name by which models call it. */
  public String toolName() {
    return toolName;
  }

  /** Returns whether a call of a tool of this name is one of a control tool. */
  public static boolean isNamed(String name) {
    return Arrays.stream(values()).anyMatch(tool -> tool.toolName.equals(name));
  }
}
