package dev.reprise.tool;

import dev.reprise.agent.task.TaskAnswer;
import dev.reprise.resilience.Fence;
import java.util.List;

/**
 * The context of a call: all of it except the tool and its arguments.
 *
 * @param idempotencyKey the same for every attempt at this call, and for no other call
 * @param workspace the files that the run may touch
 * @param origin the run and agent that make the call
 * @param progress where the tool may report its progress
 * @param fence checked before the tool is called
 * @param answers of the agents that the call needed so far, the newest last
 */
public record CallContext(
    String idempotencyKey,
    Workspace workspace,
    CallOrigin origin,
    CallProgress progress,
    Fence fence,
    List<TaskAnswer> answers) {

  public CallContext {
    answers = List.copyOf(answers);
  }

  /** Creates the context of a call that has needed no agent so far. */
  public CallContext(
      String idempotencyKey,
      Workspace workspace,
      CallOrigin origin,
      CallProgress progress,
      Fence fence) {
    this(idempotencyKey, workspace, origin, progress, fence, List.of());
  }

  /** Creates the context of a call that no run makes. */
  public CallContext(
      String idempotencyKey, Workspace workspace, CallOrigin origin, CallProgress progress) {
    this(idempotencyKey, workspace, origin, progress, Fence.OPEN);
  }

  /** Returns this context with another receiver of progress. */
  public CallContext withProgress(CallProgress heard) {
    return new CallContext(idempotencyKey, workspace, origin, heard, fence, answers);
  }
}
