package dev.reprise.model;

import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sees to it that the calls of one reply have ids of their own, which not every server gives. */
public final class CallIdAssigner {

  private final Set<String> given = new HashSet<>();
  private int calls;

  /**
   * Returns a call with the id that the provider gave it, if it is the first one with it, or one
   * that is made up.
   *
   * @throws FaultException if it names no tool
   */
  public Block.Call call(@Nullable String id, @Nullable String tool, JsonValue arguments)
      throws FaultException {
    calls++;
    if (tool == null || tool.isBlank()) {
      throw new FaultException(
          new Fault(
              FailureClass.SERVER_ERROR, "call %d of the reply names no tool".formatted(calls)));
    }
    String own = id == null || id.isBlank() || given.contains(id) ? "call-" + calls : id;
    while (!given.add(own)) {
      own += "-" + calls;
    }
    return new Block.Call(new ToolCall(own, tool, arguments));
  }
}
