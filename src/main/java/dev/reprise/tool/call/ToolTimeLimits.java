package dev.reprise.tool.call;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.resilience.FailureClass;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.policy.ToolPolicy;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeoutException;

/**
 * How long tool calls may take, and what the result is of a call that takes longer.
 *
 * <p>Nothing here measures time or stops a call: the supervisor of the calling thread does.
 */
public final class ToolTimeLimits {

  /** An unknown tool has no limit of its own; its call fails without running anything. */
  private static final Duration OF_AN_UNKNOWN_TOOL = Duration.ofMinutes(1);

  private final ToolCatalogue catalogue;
  private final ToolPolicy policy;

  ToolTimeLimits(ToolCatalogue catalogue, ToolPolicy policy) {
    this.catalogue = catalogue;
    this.policy = policy;
  }

  /**
   * Returns how long a call may take; one minute if there is no such tool.
   *
   * @param grant of the agent that makes the call
   */
  public Duration limit(ToolCall call, ToolGrant grant) {
    return catalogue
        .declaration(call.tool())
        .map(tool -> policy.effective(tool, grant).timeout())
        .orElse(OF_AN_UNKNOWN_TOOL);
  }

  /**
   * Returns the result of a call that did not end within its time limit and was abandoned.
   *
   * @param limit the time limit
   * @param begun whether the tool was started at all
   * @throws OutcomeUnknownException if the tool was started and has an effect; a tool that only
   *     reads has failed
   */
  public CallResult timedOut(ToolCall call, Duration limit, boolean begun)
      throws OutcomeUnknownException {
    String words = inWords(limit);
    if (!begun) {
      return failed(call.tool() + " did not come to begin within " + words);
    }
    return aborted(call, words);
  }

  /**
   * Returns the result of a call that was started, and was stopped because it took too long.
   *
   * @param limit the time limit in words
   * @throws OutcomeUnknownException if the tool has an effect; a tool that only reads has failed
   */
  public CallResult aborted(ToolCall call, String limit) throws OutcomeUnknownException {
    if (isReadOnly(call)) {
      return failed(call.tool() + " was stopped after " + limit);
    }
    throw new OutcomeUnknownException(
        call.tool(), "it did not end within " + limit, new TimeoutException());
  }

  /** Returns the answer of a tool that did not say in time what became of a call. */
  public Reconciliation reconciliationTimedOut(ToolCall call, Duration limit) {
    return new Reconciliation.CannotTell(
        "%s gave no answer within %s".formatted(call.tool(), inWords(limit)));
  }

  /** Returns a time limit as messages about calls show it, for example {@code 30s}. */
  public static String inWords(Duration limit) {
    return limit.toString().substring(2).toLowerCase(Locale.ROOT);
  }

  private boolean isReadOnly(ToolCall call) {
    return catalogue
        .find(call.tool())
        .filter(tool -> tool.declaration().effect() == EffectClass.READ_ONLY)
        .isPresent();
  }

  private static CallResult failed(String message) {
    return CallResult.of(ToolOutcome.failed(FailureClass.TIMEOUT.code(), message));
  }
}
