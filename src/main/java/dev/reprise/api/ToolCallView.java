package dev.reprise.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.ToolOutcome;
import dev.reprise.platform.Json;
import dev.reprise.run.CallInHand;
import dev.reprise.run.RunState;
import dev.reprise.run.RunStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * A tool call of the model's newest reply.
 *
 * @param iteration of the reply that asked for it
 * @param until when a wait is over, or the call is made again
 */
public record ToolCallView(
    String id,
    String tool,
    JsonNode arguments,
    String phase,
    int iteration,
    Standing status,
    Optional<Instant> until) {

  /** How far a call has come. */
  public enum Standing {
    /** Asked for and not begun, or begun in vain. */
    PENDING,
    /** A wait that is not over, or one for the next attempt at a call that failed. */
    WAITING,
    /** Begun, and a server is at it. */
    RUNNING,
    COMPLETED,
    FAILED,
    /** Begun, and nobody knows how it ended. */
    UNKNOWN
  }

  static ToolCallView of(RunStatus run, RunState.OpenPhase phase, CallInHand call) {
    return new ToolCallView(
        call.call().id(),
        call.call().tool(),
        Json.read(call.call().arguments().text()),
        phase.name(),
        phase.work().iteration(),
        standing(run, call.progress()),
        call.until().or(call::again));
  }

  private static Standing standing(RunStatus run, CallInHand.Progress progress) {
    return switch (progress) {
      case CallInHand.Asked ignored -> Standing.PENDING;
      case CallInHand.NotHappened ignored -> Standing.PENDING;
      case CallInHand.Retrying ignored -> Standing.WAITING;
      case CallInHand.Deferred ignored -> Standing.WAITING;
      case CallInHand.Started ignored ->
          run == RunStatus.RUNNING ? Standing.RUNNING : Standing.UNKNOWN;
      case CallInHand.Ended(ToolOutcome.Succeeded ignored) -> Standing.COMPLETED;
      case CallInHand.Ended(ToolOutcome.Failed ignored) -> Standing.FAILED;
    };
  }
}
