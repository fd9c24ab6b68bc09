package dev.reprise.agent;

import java.util.Arrays;
import java.util.Optional;

/**
 * Tools without an implementation. A call of one becomes a wait in the run's record, so the wait
 * survives any crash and needs no thread.
 */
public enum ControlTool {
  /** Waits until a point in time. */
  WAIT_UNTIL("wait_until"),
  /** Asks a person and waits for the answer. */
  ASK_HUMAN("ask_human"),
  /** Gives another agent a task and waits for its answer. */
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

  /** Returns whether this is the name of a control tool. */
  public static boolean isNamed(String name) {
    return named(name).isPresent();
  }
}
