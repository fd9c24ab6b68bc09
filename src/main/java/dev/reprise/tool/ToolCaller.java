package dev.reprise.tool;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Failure;
import dev.reprise.agent.ToolCall;
import dev.reprise.agent.ToolOutcome;
import dev.reprise.platform.Redaction;
import dev.reprise.platform.StackDigest;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.Faults;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;

/**
 * Makes one call of a tool: finds it, checks the arguments, runs it. In the same way it asks a tool
 * what became of a call.
 *
 * <p>All of it happens on the caller's thread. How long a call may take is for whoever watches that
 * thread; this says what to make of one that took too long.
 */
@ApplicationScoped
public class ToolCaller {

  /** The code of a failure that is no answer of the tool's: it broke down. */
  public static final String FAILED = "tool_failed";

  private static final System.Logger LOG = System.getLogger(ToolCaller.class.getName());
  private static final int MAX_MESSAGE_LENGTH = 500;
  private static final Duration TO_SAY_THAT_THERE_IS_NONE = Duration.ofMinutes(1);

  private ToolCatalogue catalogue;
  private Redaction redaction;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ToolCaller() {}

  /** One that logs faults as they are. */
  ToolCaller(ToolCatalogue catalogue) {
    this(catalogue, Redaction.none());
  }

  @Inject
  ToolCaller(ToolCatalogue catalogue, Redaction redaction) {
    this.catalogue = catalogue;
    this.redaction = redaction;
  }

  /**
   * Calls a tool. All that goes wrong before an effect is an outcome too: an unknown tool,
   * arguments that do not fit, a tool that fails.
   *
   * @param idempotencyKey the same for every attempt at this call, and for no other call
   * @throws OutcomeUnknown if the call was begun and then was interrupted, or could not tell
   */
  public CallResult call(ToolCall call, String idempotencyKey, Workspace workspace)
      throws OutcomeUnknown {
    try {
      CataloguedTool tool = catalogue.require(call.tool());
      var arguments = tool.schema().read(call.arguments());
      return run(tool, new ToolRequest(arguments, idempotencyKey, workspace));
    } catch (ToolFailure e) {
      return CallResult.of(new ToolOutcome.Failed(e.failure()));
    }
  }

  /**
   * Asks a tool what became of a call that was begun. All that keeps the tool from saying so, such
   * as a failure, means that it cannot tell.
   *
   * @param idempotencyKey that the call was made with
   */
  public Reconciliation reconcile(ToolCall call, String idempotencyKey, Workspace workspace) {
    try {
      CataloguedTool tool = catalogue.require(call.tool());
      var arguments = tool.schema().read(call.arguments());
      return ask(tool, new ToolRequest(arguments, idempotencyKey, workspace));
    } catch (ToolFailure e) {
      return new Reconciliation.CannotTell(e.failure().message());
    }
  }

  /** Returns how long a call may take. */
  public Duration limit(ToolCall call) {
    return catalogue
        .find(call.tool())
        .map(tool -> tool.declaration().timeout())
        .orElse(TO_SAY_THAT_THERE_IS_NONE);
  }

  /**
   * Returns what becomes of a call that did not end within its time, and was left behind.
   *
   * @param begun whether it was begun at all
   * @throws OutcomeUnknown if it was, and the tool has an effect: reading too long is a failure
   */
  public CallResult overdue(ToolCall call, boolean begun) throws OutcomeUnknown {
    String limit = inWords(limit(call));
    if (!begun) {
      return tookTooLong(call.tool() + " did not come to begin within " + limit);
    }
    return stopped(call, limit);
  }

  /**
   * Returns what becomes of a call that was begun, and stopped because it took too long.
   *
   * @param limit in words, how long it was let be
   * @throws OutcomeUnknown if the tool has an effect: reading too long is a failure
   */
  public CallResult stopped(ToolCall call, String limit) throws OutcomeUnknown {
    if (isReadOnly(call)) {
      return tookTooLong(call.tool() + " was stopped after " + limit);
    }
    throw new OutcomeUnknown(call.tool(), "it did not end within " + limit);
  }

  private static CallResult tookTooLong(String message) {
    return CallResult.of(ToolOutcome.failed(FailureClass.TIMEOUT.code(), message));
  }

  private boolean isReadOnly(ToolCall call) {
    return catalogue
        .find(call.tool())
        .filter(tool -> tool.declaration().effect() == EffectClass.READ_ONLY)
        .isPresent();
  }

  /** Returns what to make of a tool that did not say within its time what became of a call. */
  public Reconciliation unanswered(ToolCall call) {
    return new Reconciliation.CannotTell(
        "%s gave no answer within %s".formatted(call.tool(), inWords(limit(call))));
  }

  private static String inWords(Duration limit) {
    return limit.toString().substring(2).toLowerCase(Locale.ROOT);
  }

  private Reconciliation ask(CataloguedTool tool, ToolRequest request) {
    String name = tool.declaration().name();
    if (!(tool.tool() instanceof ReconcilableTool reconcilable)) {
      return new Reconciliation.CannotTell(name + " cannot be asked any more");
    }
    try {
      return Objects.requireNonNull(reconcilable.reconcile(request), "the tool returned null");
    } catch (Throwable e) { // an error in a tool is the tool's, not the server's
      LOG.log(
          WARNING,
          "%s could not tell what became of call %s".formatted(name, request.idempotencyKey()),
          redaction.fault(e));
      return new Reconciliation.CannotTell(
          "%s failed: %s".formatted(name, request.workspace().hideFrom(oneLine(e))));
    }
  }

  private CallResult run(CataloguedTool tool, ToolRequest request)
      throws ToolFailure, OutcomeUnknown {
    try {
      return CallResult.of(
          Objects.requireNonNull(tool.tool().call(request), "the tool returned null"));
    } catch (Throwable e) { // an error in a tool is the tool's, not the server's
      return failed(tool, request, e);
    }
  }

  private CallResult failed(CataloguedTool tool, ToolRequest request, Throwable cause)
      throws ToolFailure, OutcomeUnknown {
    String name = tool.declaration().name();
    switch (cause) {
      case ToolFailure failure -> throw failure;
      case OutcomeUnknown unknown -> throw unknown;
      case InterruptedException e -> throw new OutcomeUnknown(name, "it was interrupted", e);
      case ClosedByInterruptException e -> throw new OutcomeUnknown(name, "it was interrupted", e);
      default -> {
        LOG.log(
            WARNING,
            "call %s of %s failed, fault %s"
                .formatted(request.idempotencyKey(), name, StackDigest.of(cause)),
            redaction.fault(cause));
        String words =
            "%s failed: %s (fault %s)"
                .formatted(
                    name, request.workspace().hideFrom(oneLine(cause)), StackDigest.of(cause));
        return threw(Faults.of(cause), words);
      }
    }
  }

  private static CallResult threw(Fault fault, String words) {
    boolean isKnown = fault.kind() != FailureClass.UNKNOWN;
    return CallResult.failed(new Failure(isKnown ? fault.kind().code() : FAILED, words), fault);
  }

  private static String oneLine(Throwable cause) {
    String text =
        (cause.getClass().getSimpleName() + ": " + cause.getMessage()).replaceAll("\\s+", " ");
    return text.length() > MAX_MESSAGE_LENGTH ? text.substring(0, MAX_MESSAGE_LENGTH) + "…" : text;
  }
}
