package dev.reprise.tool;

import com.fasterxml.jackson.core.JsonPointer;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.TenantScope;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.policy.ToolPolicy;
import java.util.Optional;
import java.util.Set;

/**
 * Something that a model can call. Implementations are beans and hold no state of a call. Most
 * tools are easier to write with {@link ToolMethod}.
 */
public interface Tool {

  /** Returns what the tool is and takes; the same each time. */
  ToolDeclaration declaration();

  /**
   * Does the work, outside any transaction. The thread is interrupted when the declared time is up
   * or the run must stop.
   *
   * <p>The arguments fit the declared schema. The tool returns a failure that the model should know
   * about as {@link ToolOutcome.Failed}, or throws it as {@link ToolException}. Any other exception
   * means the same, with a general code. All of them say that the effect did not happen.
   *
   * <p>The call is retried if the {@link ToolPolicy} allows it and the failure may pass: its code
   * is that of such a {@link FailureClass}, or it is a {@link FaultException}, which can also say
   * how long to wait.
   *
   * @throws OutcomeUnknownException if the effect had begun and may or may not have happened
   * @throws Exception if the work failed in a way that the tool does not describe
   */
  ToolOutcome call(ToolRequest request) throws Exception;

  /**
   * Returns the circuit breaker that the tool shares with those that fail together with it, by a
   * name that no tool can have; empty if it has its own.
   */
  default Optional<String> sharedBreaker() {
    return Optional.empty();
  }

  /** Returns the tenants whose runs may call the tool; for all others it does not exist. */
  default TenantScope tenants() {
    return TenantScope.ALL;
  }

  /**
   * Returns the JSON pointers of the arguments in which secrets may be. Each includes all that is
   * within it. Empty for all arguments.
   */
  default Optional<Set<JsonPointer>> secretPlaces() {
    return Optional.empty();
  }

  /**
   * Returns the name of the argument with the URL to whose host the tool sends its arguments. Such
   * a tool receives only secrets that are bound to this host. Empty for a tool that sends its
   * arguments nowhere.
   */
  default Optional<String> destination() {
    return Optional.empty();
  }
}
