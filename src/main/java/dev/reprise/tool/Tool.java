package dev.reprise.tool;

import com.fasterxml.jackson.core.JsonPointer;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.TenantScope;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.policy.ToolPolicy;
import java.util.Optional;
import java.util.Set;

/** Something that a model can have done. Implementations are beans and keep no state of a call. */
public interface Tool {

  /** Returns what the tool is and takes; the same at every call. */
  ToolDeclaration declaration();

  /**
   * Does the work, outside any transaction, on a thread that is interrupted when the declared time
   * is up or the run is to stop.
   *
   * <p>The arguments fit the declared schema. A failure that the model should know about is
   * returned as {@link ToolOutcome.Failed} or thrown as {@link ToolException}; any other exception
   * means the same, with a general code. All of them say that the effect did not happen. One whose
   * code is that of a {@link FailureClass} that may pass, or a {@link FaultException}, which can
   * say how long to stay away, has the call made again where the {@link ToolPolicy} wants it.
   *
   * @throws OutcomeUnknownException if the effect had begun and may or may not have happened
   * @throws Exception if the work failed in a way that the tool has no words for
   */
  ToolOutcome call(ToolRequest request) throws Exception;

  /**
   * Returns the breaker that the tool shares with those that fail together with it, by a name that
   * no tool can have; empty if it has one of its own.
   */
  default Optional<String> sharedBreaker() {
    return Optional.empty();
  }

  /** Returns the tenants whose runs may call the tool; to all others it does not exist. */
  default TenantScope tenants() {
    return TenantScope.EVERYBODY;
  }

  /**
   * Returns the arguments in which secrets may stand, by their JSON pointers, with all that is
   * within them; empty for all arguments.
   */
  default Optional<Set<JsonPointer>> secretPlaces() {
    return Optional.empty();
  }
}
