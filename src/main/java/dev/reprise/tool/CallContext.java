package dev.reprise.tool;

import dev.reprise.resilience.Fence;

/**
 * The context of a call: all of it except the tool and its arguments.
 *
 * @param idempotencyKey the same for every attempt at this call, and for no other call
 * @param workspace the files that the run may touch
 * @param origin the run and agent that make the call
 * @param progress where the tool may report its progress
 * @param fence checked before the tool is called
 */
public record CallContext(
    String idempotencyKey,
    Workspace workspace,
    CallOrigin origin,
    CallProgress progress,
    Fence fence) {

  /** Creates the context of a call that no run makes. */
  public CallContext(
      String idempotencyKey, Workspace workspace, CallOrigin origin, CallProgress progress) {
    this(idempotencyKey, workspace, origin, progress, Fence.OPEN);
  }

  /** Returns this context with another receiver of progress. */
  public CallContext withProgress(CallProgress heard) {
    return new CallContext(idempotencyKey, workspace, origin, heard, fence);
  }
}
