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

/** Gives the calls of one reply unique ids, because not every server does. */
public final class CallIdAssigner {

  private final Set<String> given = new HashSet<>();
  private int calls;

  /**
   * Returns a call with the provider's id if the reply has not used it yet, else with a generated
   * id.
   *
   * @throws FaultException if the call does not name a tool
   */
  public Block.Call call(@Nullable String id, @Nullable String tool, JsonValue arguments)
      throws FaultException {
    calls++;
    if (tool == null || tool.isBlank()) {
      throw new FaultException(
          new Fault(
              FailureClass.SERVER_ERROR, "call %d of the reply must name a tool".formatted(calls)));
    }
    String own = id == null || id.isBlank() || given.contains(id) ? "call-" + calls : id;
    while (!given.add(own)) {
      own += "-" + calls;
    }
    return new Block.Call(new ToolCall(own, tool, arguments));
  }
}
