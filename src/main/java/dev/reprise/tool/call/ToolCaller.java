package dev.reprise.tool.call;

import static java.lang.System.Logger.Level.WARNING;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.StackFingerprint;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ReconcilableTool;
import dev.reprise.tool.Reconciliation;
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
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * Makes one call of a tool: finds it, puts secrets in the place of their handles, checks the
 * arguments, runs it, and takes secrets out of what it says. In the same way it asks a tool what
 * became of a call.
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
  private ToolPolicy policy;
  private ToolSecrets secrets;
  private Redaction redaction;
  private ExternalKeys keys;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ToolCaller() {}

  /** One that goes by the built-in rules, has no secrets, and logs faults as they are. */
  public ToolCaller(ToolCatalogue catalogue) {
    this(catalogue, Redaction.none());
  }

  ToolCaller(ToolCatalogue catalogue, Redaction redaction) {
    this(catalogue, new ToolPolicy(), new ToolSecrets(), redaction);
  }

  /** One whose calls have keys of a secret that is none. */
  public ToolCaller(
      ToolCatalogue catalogue, ToolPolicy policy, ToolSecrets secrets, Redaction redaction) {
    this(catalogue, policy, secrets, redaction, new ExternalKeys(() -> new byte[32]));
  }

  @Inject
  ToolCaller(
      ToolCatalogue catalogue,
      ToolPolicy policy,
      ToolSecrets secrets,
      Redaction redaction,
      ExternalKeys keys) {
    this.keys = keys;
    this.catalogue = catalogue;
    this.policy = policy;
    this.secrets = secrets;
    this.redaction = redaction;
  }

  /**
   * Calls a tool. All that goes wrong before an effect is an outcome too: an unknown tool, a secret
   * that it may not use, arguments that do not fit, a tool that fails. No secret is in what this
   * returns or throws.
   *
   * @throws OutcomeUnknownException if the call was begun and then was interrupted, or could not
   *     tell
   */
  public CallResult call(ToolCall call, CallContext context) throws OutcomeUnknownException {
    try {
      CataloguedTool tool = catalogue.require(context.origin().tenant(), call.tool());
      return scrubbing().result(run(tool, request(tool, call, context), tool.tool()::call));
    } catch (ToolException e) {
      return CallResult.of(new ToolOutcome.Failed(scrubbing().failure(e.failure())));
    } catch (OutcomeUnknownException e) {
      throw scrubbing().unknown(e);
    }
  }

  /** Returns whether a tenant has a tool of this name that can take back what it did. */
  public boolean isUndoable(String tenant, String tool) {
    return catalogue.find(tenant, tool).filter(UndoableTool.class::isInstance).isPresent();
  }

  /**
   * Takes back what a call did. All that keeps the tool from it is an outcome too: there is no such
   * tool any more, or none that can undo, its arguments do not fit as it is now, or it fails.
   *
   * @param result that the call gave
   * @param context that the call was made with, but for the run, which is the one that undoes
   * @throws OutcomeUnknownException if it was begun and then was interrupted, or could not tell
   */
  public CallResult undo(ToolCall call, String result, CallContext context)
      throws OutcomeUnknownException {
    try {
      CataloguedTool tool = catalogue.require(context.origin().tenant(), call.tool());
      if (!(tool.tool() instanceof UndoableTool undoable)) {
        throw new ToolException(
            "not_undoable", "%s cannot take back what it did".formatted(call.tool()));
      }
      Work undo = it -> undoable.undo(UndoRequest.of(it, result));
      return scrubbing().result(run(tool, request(tool, call, context), undo));
    } catch (ToolException e) {
      return CallResult.of(new ToolOutcome.Failed(scrubbing().failure(e.failure())));
    } catch (OutcomeUnknownException e) {
      throw scrubbing().unknown(e);
    }
  }

  /** Returns why the call cannot be made as it is: no such tool, or arguments that do not fit. */
  public Optional<Failure> invalidArguments(ToolCall call, CallContext context) {
    try {
      request(catalogue.require(context.origin().tenant(), call.tool()), call, context);
      return Optional.empty();
    } catch (ToolException e) {
      return Optional.of(scrubbing().failure(e.failure()));
    }
  }

  /** Arguments are checked as the tool gets them: what stands for a secret may fit, or may not. */
  private ToolRequest request(CataloguedTool tool, ToolCall call, CallContext context)
      throws ToolException {
    CallOrigin origin = context.origin();
    EffectiveToolPolicy terms = policy.terms(tool.declaration(), origin.grant());
    JsonNode given = tool.schema().parse(call.arguments());
    var border = new SecretFlowCheck(tool.tool(), given);
    border.checkPlaces();
    border.checkValues(scrubbing());
    JsonNode arguments = secrets.fill(given, tool.declaration(), terms.secrets(), origin.tenant());
    border.checkHosts(secrets::hosts);
    tool.schema().check(arguments);
    return ToolRequest.of(
        arguments,
        context.withProgress(scrubbing().progress(context.progress())),
        keys.of(origin.tenant(), context.idempotencyKey()),
        terms.resultLimit());
  }

  private SecretScrubber scrubbing() {
    return secrets.scrubbing();
  }

  /**
   * Asks a tool what became of a call that was begun. All that keeps the tool from saying so, such
   * as a failure, means that it cannot tell.
   *
   * @param context with the idempotency key that the call was made with
   */
  public Reconciliation reconcile(ToolCall call, CallContext context) {
    try {
      CataloguedTool tool = catalogue.require(context.origin().tenant(), call.tool());
      return scrubbing().reconciliation(ask(tool, request(tool, call, context)));
    } catch (ToolException e) {
      return new Reconciliation.CannotTell(scrubbing().text(e.failure().message()));
    }
  }

  /** Returns the name of the breaker that a call has to pass. */
  public String breaker(ToolCall call) {
    return catalogue.breaker(call.tool());
  }

  /**
   * Returns how long a call may take.
   *
   * @param grant of the agent that makes it
   */
  public Duration limit(ToolCall call, ToolGrant grant) {
    return catalogue
        .declaration(call.tool())
        .map(tool -> policy.terms(tool, grant).timeout())
        .orElse(TO_SAY_THAT_THERE_IS_NONE);
  }

  /**
   * Returns what becomes of a call that did not end within its time, and was left behind.
   *
   * @param time how long it was let be
   * @param begun whether it was begun at all
   * @throws OutcomeUnknownException if it was, and the tool has an effect: reading too long is a
   *     failure
   */
  public CallResult timedOut(ToolCall call, Duration time, boolean begun)
      throws OutcomeUnknownException {
    String limit = inWords(time);
    if (!begun) {
      return tookTooLong(call.tool() + " did not come to begin within " + limit);
    }
    return aborted(call, limit);
  }

  /**
   * Returns what becomes of a call that was begun, and stopped because it took too long.
   *
   * @param limit in words, how long it was let be
   * @throws OutcomeUnknownException if the tool has an effect: reading too long is a failure
   */
  public CallResult aborted(ToolCall call, String limit) throws OutcomeUnknownException {
    if (isReadOnly(call)) {
      return tookTooLong(call.tool() + " was stopped after " + limit);
    }
    throw new OutcomeUnknownException(
        call.tool(), "it did not end within " + limit, new TimeoutException());
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

  /** Returns what to make of a tool that did not say within this time what became of a call. */
  public Reconciliation reconciliationTimedOut(ToolCall call, Duration time) {
    return new Reconciliation.CannotTell(
        "%s gave no answer within %s".formatted(call.tool(), inWords(time)));
  }

  /** Returns a time as it stands in what is said about calls, for example {@code 30s}. */
  public static String inWords(Duration limit) {
    return limit.toString().substring(2).toLowerCase(Locale.ROOT);
  }

  private Reconciliation ask(CataloguedTool tool, ToolRequest request) {
    String name = tool.declaration().name();
    if (!(tool.tool() instanceof ReconcilableTool reconcilable)) {
      return new Reconciliation.CannotTell(name + " cannot be asked any more");
    }
    try {
      request.fence().check();
      return Objects.requireNonNull(reconcilable.reconcile(request), "the tool returned null");
    } catch (Throwable e) { // an error in a tool is the tool's, not the server's
      LOG.log(
          WARNING,
          "%s could not tell what became of call %s".formatted(name, request.idempotencyKey()),
          redaction.fault(scrubbing().fault(e)));
      return new Reconciliation.CannotTell(
          "%s failed: %s".formatted(name, request.workspace().hideFrom(oneLine(e))));
    }
  }

  /** What a tool is to do. */
  private interface Work {
    ToolOutcome on(ToolRequest request) throws Exception;
  }

  private CallResult run(CataloguedTool tool, ToolRequest request, Work work)
      throws ToolException, OutcomeUnknownException {
    try {
      request.fence().check(); // not before: what was made ready here took its time
      return CallResult.of(Objects.requireNonNull(work.on(request), "the tool returned null"));
    } catch (Throwable e) { // an error in a tool is the tool's, not the server's
      return failed(tool, request, e);
    }
  }

  private CallResult failed(CataloguedTool tool, ToolRequest request, Throwable cause)
      throws ToolException, OutcomeUnknownException {
    String name = tool.declaration().name();
    switch (cause) {
      case ToolException failure -> throw failure;
      case OutcomeUnknownException unknown -> throw unknown;
      case InterruptedException e ->
          throw new OutcomeUnknownException(name, "it was interrupted", e);
      case ClosedByInterruptException e ->
          throw new OutcomeUnknownException(name, "it was interrupted", e);
      case FaultException known when known.fault().kind() != FailureClass.UNKNOWN -> {
        Fault fault = known.fault();
        return CallResult.failed(new Failure(fault.kind().code(), fault.message()), fault);
      }
      default -> {
        LOG.log(
            WARNING,
            "call %s of %s failed, fault %s"
                .formatted(request.idempotencyKey(), name, StackFingerprint.of(cause)),
            redaction.fault(scrubbing().fault(cause)));
        String words =
            "%s failed: %s (fault %s)"
                .formatted(
                    name, request.workspace().hideFrom(oneLine(cause)), StackFingerprint.of(cause));
        return threw(fault(cause), words);
      }
    }
  }

  /** By the convention of the language: whoever called is to blame, and not the tool's health. */
  private static Fault fault(Throwable cause) {
    return cause instanceof IllegalArgumentException
        ? new Fault(FailureClass.INVALID_REQUEST, String.valueOf(cause.getMessage()))
        : FaultClassifier.of(cause);
  }

  private static CallResult threw(Fault fault, String words) {
    boolean isKnown = fault.kind() != FailureClass.UNKNOWN;
    return CallResult.failed(new Failure(isKnown ? fault.kind().code() : FAILED, words), fault);
  }

  /** Secrets go first: what is left of one that was cut or folded would not be known again. */
  private String oneLine(Throwable cause) {
    String text =
        scrubbing()
            .text(cause.getClass().getSimpleName() + ": " + cause.getMessage())
            .replaceAll("\\s+", " ");
    return text.length() > MAX_MESSAGE_LENGTH ? text.substring(0, MAX_MESSAGE_LENGTH) + "…" : text;
  }
}
