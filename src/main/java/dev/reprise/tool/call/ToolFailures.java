package dev.reprise.tool.call;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.FailureText;
import dev.reprise.platform.StackFingerprint;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.AgentRequiredException;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.secret.ToolSecrets;
import java.nio.channels.ClosedByInterruptException;

/**
 * What a call or a reconciliation results in when the tool throws, and what the log says about it.
 * The log contains no secret; {@link ToolCaller} removes secrets from the result. Tested by {@code
 * ToolCallerTest}.
 */
final class ToolFailures {

  /** Operators know one log category for the calls of tools. */
  private static final System.Logger LOG = System.getLogger(ToolCaller.class.getName());

  private static final int MAX_MESSAGE_LENGTH = 500;

  private final ToolSecrets secrets;
  private final Redaction redaction;

  ToolFailures(ToolSecrets secrets, Redaction redaction) {
    this.secrets = secrets;
    this.redaction = redaction;
  }

  /**
   * Returns the result of a call whose tool threw.
   *
   * @param tool its name
   * @throws OutcomeUnknownException if that is what the tool threw, or it was interrupted
   */
  CallResult failed(String tool, ToolRequest request, Throwable cause)
      throws OutcomeUnknownException {
    return switch (cause) {
      case ToolException e -> CallResult.of(new ToolOutcome.Failed(e.failure()));
      case AgentRequiredException required ->
          CallResult.requiring(required.task(), required.failure());
      case OutcomeUnknownException unknown -> throw unknown;
      case InterruptedException e ->
          throw new OutcomeUnknownException(tool, "it was interrupted", e);
      case ClosedByInterruptException e ->
          throw new OutcomeUnknownException(tool, "it was interrupted", e);
      case FaultException known when known.fault().kind() != FailureClass.UNKNOWN -> {
        Fault fault = known.fault();
        yield CallResult.failed(new Failure(fault.kind().code(), fault.message()), fault);
      }
      default -> threw(tool, request, cause);
    };
  }

  /**
   * Returns the answer of a tool that threw when it was asked what became of a call.
   *
   * @param tool its name
   */
  Reconciliation couldNotTell(String tool, ToolRequest request, Throwable cause) {
    log(
        "%s could not tell what became of call %s".formatted(tool, request.idempotencyKey()),
        cause);
    return new Reconciliation.CannotTell("%s failed: %s".formatted(tool, oneLine(request, cause)));
  }

  private CallResult threw(String tool, ToolRequest request, Throwable cause) {
    String fingerprint = StackFingerprint.of(cause);
    String call = "call %s of %s failed".formatted(request.idempotencyKey(), tool);
    if (isDefect(cause)) {
      log("%s, fault %s".formatted(call, fingerprint), cause);
    } else {
      LOG.log(
          WARNING,
          "%s: %s (%s)"
              .formatted(
                  call, redaction.text(oneLine(request, cause)), cause.getClass().getName()));
    }
    Fault fault = fault(cause);
    String code = fault.kind() == FailureClass.UNKNOWN ? ToolCaller.FAILED : fault.kind().code();
    String words = "%s failed: %s (fault %s)".formatted(tool, oneLine(request, cause), fingerprint);
    return CallResult.failed(new Failure(code, words), fault);
  }

  /** Returns whether the tool's code is at fault, which its place tells, and not what it met. */
  private static boolean isDefect(Throwable cause) {
    return cause instanceof Error
        || (cause instanceof RuntimeException
            && !(cause instanceof IllegalArgumentException)
            && !(cause instanceof DatabaseException));
  }

  /**
   * By convention, an illegal argument is the fault of the caller, so it is no sign of a defect.
   */
  private static Fault fault(Throwable cause) {
    return cause instanceof IllegalArgumentException
        ? new Fault(FailureClass.INVALID_REQUEST, String.valueOf(cause.getMessage()))
        : FaultClassifier.of(cause);
  }

  private void log(String message, Throwable cause) {
    LOG.log(WARNING, message, redaction.fault(secrets.scrubbing().fault(cause)));
  }

  /** Removes secrets first, because a secret that is folded or cut off is not recognized. */
  private String oneLine(ToolRequest request, Throwable cause) {
    String said =
        cause instanceof FaultException known ? known.fault().message() : FailureText.of(cause);
    String line = secrets.scrubbing().text(said).replaceAll("\\s+", " ");
    String start =
        line.length() > MAX_MESSAGE_LENGTH ? line.substring(0, MAX_MESSAGE_LENGTH) + "…" : line;
    return request.workspace().hideFrom(start);
  }
}
