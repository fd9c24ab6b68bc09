package dev.reprise.tool;

import dev.reprise.agent.message.Failure;

/**
 * Why a tool did nothing, in words for the model. Whoever throws it promises that no effect has
 * happened.
 *
 * <p>It is the same answer as a returned {@link dev.reprise.agent.message.ToolOutcome.Failed}, for
 * code that is too deep in a tool to return one.
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
