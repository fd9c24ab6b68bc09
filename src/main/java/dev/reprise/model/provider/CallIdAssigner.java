package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Gives the calls of one reply ids that are unique and fit into an address, which not every
 * provider's do, and names that pass for nothing else where people read them. The provider's own
 * id, and what it added, stay with the call.
 */
public final class CallIdAssigner {

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_:|+.-]{1,256}");
  private static final Pattern DOTS = Pattern.compile("\\.+");
  private static final Pattern TOOL = Pattern.compile("[A-Za-z0-9_.-]{1,128}");
  private static final Pattern NOT_OF_A_NAME = Pattern.compile("[^A-Za-z0-9_-]");

  /** No tool has a name that begins so: the call fails, and the model reads which tools exist. */
  private static final String INVALID = "invalid-name-";

  private static final int MAX_INVALID = 64;

  /** Gateways put signatures of some kilobytes into ids; a longer id is replaced for good. */
  private static final int MAX_OWN_ID = 32 * 1024;

  /** Each event of a run concerns one call among those of its reply, which are all in the state. */
  public static final int MAX_CALLS = 256;

  private final String provider;
  private final Set<String> given = new HashSet<>();
  private final Set<String> ofProvider = new HashSet<>();
  private int calls;

  public CallIdAssigner(String provider) {
    this.provider = provider;
  }

  /**
   * Returns a call with the provider's id if that is at most 256 of {@code A-Z a-z 0-9 _ : | + . -}
   * and the reply has not used it yet, else with a generated id. A tool's name has at most 128 of
   * {@code A-Z a-z 0-9 _ . -}; any other, or none, becomes that of no tool.
   *
   * @param id empty if the provider gave none
   * @param tool empty if the model named none
   * @param added what the provider added to the call
   * @throws FaultException if the reply has more than {@value #MAX_CALLS} calls
   */
  public Block.Call call(String id, String tool, JsonValue arguments, ObjectNode added)
      throws FaultException {
    calls++;
    if (calls > MAX_CALLS) {
      throw new FaultException(
          new Fault(
              FailureClass.UNKNOWN,
              "the reply has more than %d calls, of which none is made".formatted(MAX_CALLS)));
    }
    boolean isUsable =
        ID.matcher(id).matches() && !DOTS.matcher(id).matches() && !given.contains(id);
    String own = isUsable ? id : "call-" + calls;
    while (!given.add(own)) {
      own += "-" + calls;
    }
    boolean isRepeated = !ofProvider.add(id); // the results of two calls must be told apart
    Optional<String> replaced =
        Optional.of(id)
            .filter(it -> !isUsable && !isRepeated)
            .filter(it -> !it.isBlank() && it.length() <= MAX_OWN_ID);
    return new Block.Call(
        new ToolCall(own, name(tool), arguments, SentCall.metadata(provider, replaced, added)));
  }

  private static String name(String tool) {
    if (TOOL.matcher(tool).matches()) {
      return tool;
    }
    String invalid =
        INVALID + (tool.isBlank() ? "none" : NOT_OF_A_NAME.matcher(tool).replaceAll("_"));
    return invalid.substring(0, Math.min(invalid.length(), MAX_INVALID));
  }
}
