package dev.reprise.tool;

import dev.reprise.agent.message.Failure;

/**
 * Tells the model why a tool did nothing. Code that throws it guarantees that no effect has
 * happened.
 *
 * <p>It means the same as a returned {@link dev.reprise.agent.message.ToolOutcome.Failed}, for code
 * that is too deep in a tool to return one.
 */
public final class ToolException extends Exception {

  private final transient Failure failure;

  /**
   * @param code a stable word in snake case
   * @param message one sentence that names what was refused and what is allowed
   */
  public ToolException(String code, String message) {
    super(code + ": " + message);
    this.failure = new Failure(code, message);
  }

  public Failure failure() {
    return failure;
  }
}
