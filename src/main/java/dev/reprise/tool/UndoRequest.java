package dev.reprise.tool;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A request to undo a call that had its effect.
 *
 * @param arguments of the call; they fit the tool's schema
 * @param result of the call, in full, even if the model received only a part
 * @param idempotencyKey of the call, not of the undo
 * @param externalKey of the call, which identifies it to other systems
 * @param workspace the files that the run may touch
 * @param origin the run that undoes the call, and the agent of the call with its grant
 */
public record UndoRequest(
    JsonNode arguments,
    String result,
    String idempotencyKey,
    String externalKey,
    Workspace workspace,
    CallOrigin origin) {

  /** Creates a request to undo a call with this result. */
  public static UndoRequest of(ToolRequest call, String result) {
    return new UndoRequest(
        call.arguments(),
        result,
        call.idempotencyKey(),
        call.externalKey(),
        call.workspace(),
        call.origin());
  }
}
