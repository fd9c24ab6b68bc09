package dev.reprise.model;

import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives the calls of one reply unique ids, because not every server does, and names that pass for
 * nothing else where people read them.
 */
public final class CallIdAssigner {

  private static final Pattern ID = Pattern.compile("[!-~]{1,256}");
  private static final Pattern TOOL = Pattern.compile("[A-Za-z0-9_.-]{1,128}");
  private static final Pattern NOT_OF_A_NAME = Pattern.compile("[^A-Za-z0-9_-]");

  /** No tool has a name that begins so: the call fails, and the model reads which tools exist. */
  private static final String INVALID = "invalid-name-";

  private static final int MAX_INVALID = 64;

  /** Each event of a run concerns one call among those of its reply, which are all in the state. */
  static final int MAX_CALLS = 256;

  private final Set<String> given = new HashSet<>();
  private int calls;

  /**
   * Returns a call with the provider's id if it is of visible ASCII characters, at most 256, and
   * the reply has not used it yet, else with a generated id. A tool's name has at most 128 of
   * {@code A-Z a-z 0-9 _ . -}; any other becomes that of no tool.
   *
   * @throws FaultException if the call does not name a tool, or the reply has more than {@value
   *     #MAX_CALLS} calls
   */
  public Block.Call call(@Nullable String id, @Nullable String tool, JsonValue arguments)
      throws FaultException {
    calls++;
    if (calls > MAX_CALLS) {
      throw new FaultException(
          new Fault(
              FailureClass.UNKNOWN,
              "the reply has more than %d calls, of which none is made".formatted(MAX_CALLS)));
    }
    if (tool == null || tool.isBlank()) {
      throw new FaultException(
          new Fault(
              FailureClass.SERVER_ERROR, "call %d of the reply must name a tool".formatted(calls)));
    }
    String own =
        id == null || !ID.matcher(id).matches() || given.contains(id) ? "call-" + calls : id;
    while (!given.add(own)) {
      own += "-" + calls;
    }
    return new Block.Call(new ToolCall(own, name(tool), arguments));
  }

  private static String name(String tool) {
    if (TOOL.matcher(tool).matches()) {
      return tool;
    }
    String invalid = INVALID + NOT_OF_A_NAME.matcher(tool).replaceAll("_");
    return invalid.substring(0, Math.min(invalid.length(), MAX_INVALID));
  }
}
