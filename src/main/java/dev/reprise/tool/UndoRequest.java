package dev.reprise.tool;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A call that had its effect, which is to be taken back.
 *
 * @param arguments of the call; they fit the tool's schema
 * @param result that the call gave, whole, however much of it the model was shown
 * @param idempotencyKey of the call, not of what undoes it
 * @param externalKey the same for the outside, as the call had it
 * @param workspace the files that the run might touch
 * @param origin for whom it is undone: the run that undoes, and the agent of the call with its
 *     grant
 */
public record UndoRequest(
    JsonNode arguments,
    String result,
    String idempotencyKey,
    String externalKey,
    Workspace workspace,
    CallOrigin origin) {

  /** Makes a request of a call that is looked at again. */
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
