package dev.reprise.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.task.TaskAnswer;
import dev.reprise.resilience.Fence;
import java.util.List;

/**
 * One call as a tool receives it.
 *
 * @param arguments an object that fits the tool's schema
 * @param keys identify the call
 * @param workspace the files that the run may touch
 * @param origin the run and agent that make the call, and their tenant
 * @param progress where the tool may report its progress
 * @param fence was checked before the tool was called; a tool that connects first must check it
 *     again before it sends anything, and must send its token too
 * @param answers of the agents that the call needed so far, the newest last; see {@link
 *     AgentRequiredException}
 * @param resultLimit how many bytes of UTF-8 of the result the model receives at once
 */
public record ToolRequest(
    JsonNode arguments,
    Keys keys,
    Workspace workspace,
    CallOrigin origin,
    CallProgress progress,
    Fence fence,
    List<TaskAnswer> answers,
    int resultLimit) {

  /**
   * What identifies a call: the same for every attempt at it, and for no other call.
   *
   * @param internal names the run, so it must not leave the server
   * @param external identifies the call to other systems in the same way, for example as an {@code
   *     Idempotency-Key}, but reveals nothing
   */
  public record Keys(String internal, String external) {}

  public ToolRequest {
    answers = List.copyOf(answers);
  }

  /** Creates a request with checked arguments. */
  public static ToolRequest of(
      JsonNode arguments, CallContext context, String externalKey, int resultLimit) {
    return new ToolRequest(
        arguments,
        new Keys(context.idempotencyKey(), externalKey),
        context.workspace(),
        context.origin(),
        context.progress(),
        context.fence(),
        context.answers(),
        resultLimit);
  }

  /** Returns what identifies the call within this server. */
  public String idempotencyKey() {
    return keys.internal();
  }

  /** Returns what identifies the call to other systems. */
  public String externalKey() {
    return keys.external();
  }
}
