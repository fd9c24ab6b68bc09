package dev.reprise.tool.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ReconcilableTool;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.UndoRequest;
import dev.reprise.tool.UndoableTool;
import dev.reprise.tool.policy.EffectiveToolPolicy;
import dev.reprise.tool.policy.ToolPolicy;
import dev.reprise.tool.secret.SecretFlowCheck;
import dev.reprise.tool.secret.SecretScrubber;
import dev.reprise.tool.secret.ToolSecrets;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Objects;
import java.util.Optional;

/**
 * Calls a tool, undoes a call, and asks a tool what became of a call.
 *
 * <p>Each of the three asks the {@link ToolGate} first. Then it finds the tool, replaces handles by
 * the secrets they stand for, checks the arguments, runs the tool on the caller's thread, and
 * removes secrets from what the tool says. The supervisor of that thread limits the time; {@link
 * #timeLimits} says what the limits are and what follows when one is reached.
 */
@ApplicationScoped
public class ToolCaller {

  /** The failure code of a tool that threw an unexpected exception. */
  public static final String FAILED = "tool_failed";

  private final ToolCatalogue catalogue;
  private final ToolPolicy policy;
  private final ToolGate gate;
  private final ToolSecrets secrets;
  private final ExternalKeys keys;
  private final ToolTimeLimits timeLimits;
  private final ToolFailures failures;

  @Inject
  public ToolCaller(
      ToolCatalogue catalogue,
      ToolPolicy policy,
      ToolGate gate,
      ToolSecrets secrets,
      Redaction redaction,
      ExternalKeys keys) {
    this.catalogue = catalogue;
    this.policy = policy;
    this.gate = gate;
    this.secrets = secrets;
    this.keys = keys;
    this.timeLimits = new ToolTimeLimits(catalogue, policy);
    this.failures = new ToolFailures(secrets, redaction);
  }

  /**
   * Calls a tool. Every failure is returned as an outcome, except one whose effect is unknown: a
   * call that is not permitted, a secret that the tool may not use, invalid arguments, a tool that
   * fails. A failure says that the tool had no effect. So a tool that throws after its effect must
   * throw {@link OutcomeUnknownException}; any other exception is recorded as a failure. Neither
   * the result nor an exception contains a secret.
   *
   * @param use {@code CALL}, {@code CLEARED_CALL} or {@code NESTED_CALL}
   * @throws OutcomeUnknownException if the tool was started and then interrupted, or could not tell
   *     its outcome
   */
  public CallResult call(ToolUse use, ToolCall call, CallContext context)
      throws OutcomeUnknownException {
    return result(use, call, context, tool -> tool::call);
  }

  /** Returns whether a tenant has a tool of this name that can undo its calls. */
  public boolean isUndoable(String tenant, String tool) {
    return catalogue.find(tenant, tool).filter(UndoableTool.class::isInstance).isPresent();
  }

  /**
   * Undoes a call. Every failure is returned as an outcome, except one whose effect is unknown: the
   * tool may not be used, or no longer exists, or cannot undo, or now has a schema that the
   * arguments do not fit, or it fails.
   *
   * @param result that the call gave
   * @param context that the call was made with, except for the run, which is the one that undoes
   * @throws OutcomeUnknownException if the tool was started and then interrupted, or could not tell
   *     its outcome
   */
  public CallResult undo(ToolCall call, String result, CallContext context)
      throws OutcomeUnknownException {
    return result(
        ToolUse.UNDO,
        call,
        context,
        tool -> {
          if (!(tool instanceof UndoableTool undoable)) {
            throw new ToolException(
                "not_undoable", "%s cannot take back what it did".formatted(call.tool()));
          }
          return request -> undoable.undo(UndoRequest.of(request, result));
        });
  }

  /**
   * Asks a tool what became of a call that was started. If the tool may not be used, is gone, fails
   * or cannot be asked, the answer is {@code CannotTell}.
   *
   * @param context with the idempotency key that the call was made with
   */
  public Reconciliation reconcile(ToolCall call, CallContext context) {
    try {
      admit(ToolUse.INQUIRY, call, context);
      CataloguedTool tool = tool(call, context);
      return scrubbing().reconciliation(ask(tool, request(tool, call, context, meter(context))));
    } catch (ToolException e) {
      return new Reconciliation.CannotTell(scrubbing().text(e.failure().message()));
    }
  }

  /**
   * Returns why a call cannot be made as it is, if it cannot: the tool is unknown, its arguments
   * are invalid, they have a secret where the tool may not use it ({@code secret_not_allowed}), or
   * the key for external systems cannot be read ({@code store_unavailable}).
   */
  public Optional<Failure> precheck(ToolCall call, CallContext context) {
    try {
      request(tool(call, context), call, context, CallProgress.UNHEARD);
      return Optional.empty();
    } catch (ToolException e) {
      return Optional.of(scrubbing().failure(e.failure()));
    }
  }

  /**
   * Returns why a tenant's tool does not take these arguments, if it does not: they do not fit its
   * schema, or have a secret where the tool may not use it. The tool may refuse them all the same
   * when it is called.
   *
   * @param grant of the agent that makes the call
   */
  public Optional<Failure> checkArguments(ToolCall call, String tenant, ToolGrant grant) {
    try {
      arguments(catalogue.require(tenant, call.tool()), call, tenant, grant);
      return Optional.empty();
    } catch (ToolException e) {
      return Optional.of(scrubbing().failure(e.failure()));
    }
  }

  /** Returns the name of the breaker that a call has to pass. */
  public String breaker(ToolCall call) {
    return catalogue.breaker(call.tool());
  }

  /** Returns how long calls may take, and what follows when one takes longer. */
  public ToolTimeLimits timeLimits() {
    return timeLimits;
  }

  /** Chooses what to run of a tool. */
  private interface Operation {
    Work<ToolOutcome> of(Tool tool) throws ToolException;
  }

  /** Code of a tool that takes a request. */
  private interface Work<T> {
    T on(ToolRequest request) throws Exception;
  }

  private CallResult result(ToolUse use, ToolCall call, CallContext context, Operation operation)
      throws OutcomeUnknownException {
    try {
      admit(use, call, context);
      CataloguedTool tool = tool(call, context);
      Work<ToolOutcome> work = operation.of(tool.tool());
      CallMeter meter = meter(context);
      ToolRequest request = request(tool, call, context, meter);
      return scrubbing().result(result(tool, request, work)).with(meter.usd(), meter.code());
    } catch (ToolException e) {
      return CallResult.of(new ToolOutcome.Failed(scrubbing().failure(e.failure())));
    } catch (OutcomeUnknownException e) {
      throw scrubbing().unknown(e);
    }
  }

  private void admit(ToolUse use, ToolCall call, CallContext context) throws ToolException {
    try {
      gate.require(use, call, context.origin());
    } catch (NotPermittedException e) {
      throw new ToolException(e.failure().code(), e.failure().message());
    }
  }

  private CallResult result(CataloguedTool tool, ToolRequest request, Work<ToolOutcome> work)
      throws OutcomeUnknownException {
    try {
      return CallResult.of(run(request, work));
    } catch (Throwable e) { // an error in a tool is the tool's, not the server's
      return failures.failed(tool.declaration().name(), request, e);
    }
  }

  private Reconciliation ask(CataloguedTool tool, ToolRequest request) {
    String name = tool.declaration().name();
    if (!(tool.tool() instanceof ReconcilableTool reconcilable)) {
      return new Reconciliation.CannotTell(name + " cannot be asked any more");
    }
    try {
      return run(request, reconcilable::reconcile);
    } catch (Throwable e) { // an error in a tool is the tool's, not the server's
      return failures.couldNotTell(name, request, e);
    }
  }

  private static <T> T run(ToolRequest request, Work<T> work) throws Exception {
    request.fence().check(); // last, because preparing the request took time
    return Objects.requireNonNull(work.on(request), "the tool returned null");
  }

  private CataloguedTool tool(ToolCall call, CallContext context) throws ToolException {
    return catalogue.require(context.origin().tenant(), call.tool());
  }

  private CallMeter meter(CallContext context) {
    return new CallMeter(scrubbing().progress(context.progress()));
  }

  /**
   * Checks the arguments as the tool gets them, because a handle may fit where its secret does not.
   */
  private ToolRequest request(
      CataloguedTool tool, ToolCall call, CallContext context, CallProgress progress)
      throws ToolException {
    CallOrigin origin = context.origin();
    JsonNode arguments = arguments(tool, call, origin.tenant(), origin.grant());
    return ToolRequest.of(
        arguments,
        context.withProgress(progress),
        keys.of(origin.tenant(), context.idempotencyKey()),
        policy.effective(tool.declaration(), origin.grant()).resultLimit());
  }

  private JsonNode arguments(CataloguedTool tool, ToolCall call, String tenant, ToolGrant grant)
      throws ToolException {
    EffectiveToolPolicy.Secrets usable = policy.effective(tool.declaration(), grant).secrets();
    JsonNode given = tool.schema().parse(call.arguments());
    var secretFlow = new SecretFlowCheck(tool.tool(), given);
    secretFlow.checkPlaces();
    secretFlow.checkValues(scrubbing());
    JsonNode arguments = secrets.fill(given, tool.declaration(), usable, tenant);
    secretFlow.checkHosts(secrets::hosts);
    tool.schema().check(arguments);
    return arguments;
  }

  private SecretScrubber scrubbing() {
    return secrets.scrubbing();
  }
}
