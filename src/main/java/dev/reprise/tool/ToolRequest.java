package dev.reprise.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.resilience.Fence;

/**
 * One call as a tool sees it.
 *
 * @param arguments an object that fits the tool's schema
 * @param idempotencyKey the same for every attempt at this call, and for no other call; it names
 *     the run, and stays within
 * @param externalKey the same for the outside, such as an {@code Idempotency-Key}: it tells nothing
 * @param workspace the files that the run may touch
 * @param origin for whom it is made
 * @param progress where the tool may say how far it is
 * @param fence was checked before the tool was called; a tool that has to connect first checks it
 *     again before it sends anything, and sends its token along
 */
public record ToolRequest(
    JsonNode arguments,
    String idempotencyKey,
    String externalKey,
    Workspace workspace,
    CallOrigin origin,
    CallProgress progress,
    Fence fence) {

  /** Makes a request of arguments that were checked. */
  public static ToolRequest of(JsonNode arguments, CallContext context, String externalKey) {
    return new ToolRequest(
        arguments,
        context.idempotencyKey(),
        externalKey,
        context.workspace(),
        context.origin(),
        context.progress(),
        context.fence());
  }
}
