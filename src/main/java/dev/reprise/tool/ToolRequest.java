package dev.reprise.tool;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One call as a tool sees it.
 *
 * @param arguments an object that fits the tool's schema
 * @param idempotencyKey the same for every attempt at this call, and for no other call
 * @param workspace the files that the run may touch
 * @param origin for whom it is made
 * @param progress where the tool may say how far it is
 */
public record ToolRequest(
    JsonNode arguments,
    String idempotencyKey,
    Workspace workspace,
    CallOrigin origin,
    CallProgress progress) {

  /** Makes a request of arguments that were checked. */
  static ToolRequest of(JsonNode arguments, CallContext context) {
    return new ToolRequest(
        arguments,
        context.idempotencyKey(),
        context.workspace(),
        context.origin(),
        context.progress());
  }
}
