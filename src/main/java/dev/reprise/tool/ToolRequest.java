package dev.reprise.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.resilience.Fence;

/**
 * One call as a tool receives it.
 *
 * @param arguments an object that fits the tool's schema
 * @param idempotencyKey the same for every attempt at this call, and for no other call; it names
 *     the run, so it must not leave the server
 * @param externalKey identifies the call to other systems in the same way, for example as an {@code
 *     Idempotency-Key}, but reveals nothing
 * @param workspace the files that the run may touch
 * @param origin the run and agent that make the call, and their tenant
 * @param progress where the tool may report its progress
 * @param fence was checked before the tool was called; a tool that connects first must check it
 *     again before it sends anything, and must send its token too
 * @param resultLimit how many bytes of UTF-8 of the result the model receives at once
 */
public record ToolRequest(
    JsonNode arguments,
    String idempotencyKey,
    String externalKey,
    Workspace workspace,
    CallOrigin origin,
    CallProgress progress,
    Fence fence,
    int resultLimit) {

  /** Creates a request with checked arguments. */
  public static ToolRequest of(
      JsonNode arguments, CallContext context, String externalKey, int resultLimit) {
    return new ToolRequest(
        arguments,
        context.idempotencyKey(),
        externalKey,
        context.workspace(),
        context.origin(),
        context.progress(),
        context.fence(),
        resultLimit);
  }
}
