package dev.reprise.tool;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.task.AgentTask;

/**
 * Tells that an agent must do something before a tool can answer a call. The run of the agent is a
 * child of the run that makes the call. After its end, the call is made again and finds the answer
 * in {@link ToolRequest#answers}.
 *
 * <p>Code that throws it guarantees that no effect has happened. A caller that cannot wait for an
 * agent gets the failure.
 */
public final class AgentRequiredException extends Exception {

  private final transient Failure failure;
  private final transient AgentTask task;

  /**
   * @param code a stable word in snake case
   * @param message one sentence that says what is missing without the agent
   */
  public AgentRequiredException(String code, String message, AgentTask task) {
    super(code + ": " + message);
    this.failure = new Failure(code, message);
    this.task = task;
  }

  public Failure failure() {
    return failure;
  }

  public AgentTask task() {
    return task;
  }
}
