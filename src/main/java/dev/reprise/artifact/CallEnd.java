package dev.reprise.artifact;

import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.sandbox.Limit;
import dev.reprise.sandbox.ScriptResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a call of an artifact ended, as the server saw it.
 *
 * <p>What a script says about its own failure decides nothing that the server knows better: it
 * could call its own faults those of others, and would never be repaired.
 *
 * @param misfits where its value does not fit the deliverable; empty if it fits or there is none
 * @param toolFault of the last tool that it called, if that call failed or had no answer, or of all
 *     its tools if they used up its time
 * @param hasRead whether a tool gave it anything
 * @param hasWorked whether the same code has succeeded before
 */
public record CallEnd(
    ScriptResult result,
    List<String> misfits,
    Optional<Fault> toolFault,
    boolean hasRead,
    boolean hasWorked) {

  public CallEnd {
    misfits = List.copyOf(misfits);
  }

  /** Returns the failure; empty if the call succeeded. */
  public Optional<Failure> failure(Instant at) {
    return switch (result) {
      case ScriptResult.Returned ignored ->
          misfits.isEmpty()
              ? Optional.empty()
              : failure(misfit(), "its value: " + String.join("; ", misfits), at);
      case ScriptResult.ReturnedNothing ignored ->
          failure(FailureClass.INTRINSIC, "it returned no value", at);
      case ScriptResult.NeverSettled ignored ->
          failure(FailureClass.INTRINSIC, "it waited for a promise that nothing settles", at);
      case ScriptResult.Exceeded(Limit limit) ->
          failure(exceeded(limit), "it exceeded a limit of the sandbox: " + limit, at);
      case ScriptResult.Threw threw ->
          failure(thrown(threw), "%s: %s".formatted(threw.name(), threw.message()), at);
    };
  }

  private static Optional<Failure> failure(FailureClass kind, String reason, Instant at) {
    return Optional.of(new Failure(kind, reason, at));
  }

  /**
   * The time includes waits for tools, whose fault that is then, and an engine is not the script's
   * to free.
   */
  private FailureClass exceeded(Limit limit) {
    return switch (limit) {
      case ENGINES -> FailureClass.EXTRINSIC;
      case TIME -> ofTool().orElse(FailureClass.INTRINSIC);
      case MEMORY, STACK, RESULT -> FailureClass.INTRINSIC;
    };
  }

  /** Code that never worked, or read nothing from outside, has itself to blame for its value. */
  private FailureClass misfit() {
    return hasWorked && hasRead ? FailureClass.ADAPTIVE : FailureClass.INTRINSIC;
  }

  /**
   * Code that had worked and fails on what it has read finds other data than it was written for.
   * The same is true of a syntax error, because code is parsed as a whole before it runs.
   */
  private FailureClass thrown(ScriptResult.Threw threw) {
    return ofTool()
        .orElseGet(
            () ->
                hasWorked && (hasRead || threw.name().equals("SyntaxError"))
                    ? FailureClass.ADAPTIVE
                    : FailureClass.INTRINSIC);
  }

  private Optional<FailureClass> ofTool() {
    return toolFault.map(Fault::kind).flatMap(CallEnd::ofTool);
  }

  /** A tool that refuses a request for what it says blames the code; any other fault does not. */
  private static Optional<FailureClass> ofTool(FailureClass kind) {
    return switch (kind) {
      case TIMEOUT,
          CONNECTION,
          RATE_LIMITED,
          OVERLOADED,
          SERVER_ERROR,
          STREAM_RESET,
          EMPTY_REPLY,
          AUTHENTICATION,
          CANCELLED,
          BREAKER_OPEN,
          LEASE_UNCONFIRMED,
          SWITCHED_OFF,
          EXTRINSIC ->
          Optional.of(FailureClass.EXTRINSIC);
      case ADAPTIVE -> Optional.of(FailureClass.ADAPTIVE);
      case INVALID_REQUEST, CONTEXT_EXCEEDED, CONTENT_REFUSED, INTRINSIC, UNKNOWN ->
          Optional.empty();
    };
  }
}
