package dev.reprise.tool;

import dev.reprise.resilience.Fence;

/**
 * All that a call is made with but its arguments.
 *
 * @param idempotencyKey the same for every attempt at this call, and for no other call
 * @param workspace the files that the run may touch
 * @param origin for whom it is made
 * @param progress where the tool may say how far it is
 * @param fence checked before the tool is called
 */
public record CallContext(
    String idempotencyKey,
    Workspace workspace,
    CallOrigin origin,
    CallProgress progress,
    Fence fence) {

  /** Makes the context of a call that no run makes. */
  public CallContext(
      String idempotencyKey, Workspace workspace, CallOrigin origin, CallProgress progress) {
    this(idempotencyKey, workspace, origin, progress, Fence.OPEN);
  }

  /** Returns the same with another place to say how far it is. */
  public CallContext withProgress(CallProgress heard) {
    return new CallContext(idempotencyKey, workspace, origin, heard, fence);
  }
}
