package dev.reprise.api.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.api.run.CallBeginner;
import dev.reprise.platform.Json;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.control.AskHumanDeclaration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A tool call of the model's newest reply.
 *
 * @param iteration of the reply that asked for it
 * @param digest by which a person's word names the call as it stands now: the SHA-256 of its tool,
 *     its arguments and the number of times that it was started or a person was asked about it
 * @param until when a wait is over, when nobody need answer any more, or when the call is made
 *     again or its tool is asked again about it
 * @param asking what a person is asked for: {@code :approve} or {@code :refuse}, or {@code :answer}
 * @param question what that person is asked
 * @param options the answers to choose from; none if any answer will do
 * @param run which does what the call asks
 * @param begunBy who began a call that is {@code UNKNOWN}; absent for others
 */
public record ToolCallView(
    String id,
    String tool,
    JsonNode arguments,
    String phase,
    int iteration,
    String digest,
    Status status,
    Optional<Instant> until,
    Optional<QuestionKind> asking,
    Optional<String> question,
    List<String> options,
    Optional<UUID> run,
    Optional<CallBeginner> begunBy) {

  /** How far a call has come. */
  public enum Status {
    /** Asked for and not begun, or begun in vain. */
    PENDING,
    /**
     * A wait that is not over: for a time, a person, another run, or the next attempt at a call
     * that failed.
     */
    WAITING,
    /** Begun, and a server is at it. */
    RUNNING,
    COMPLETED,
    FAILED,
    /** Begun, and nobody knows how it ended. */
    UNKNOWN
  }

  static ToolCallView of(
      RunStatus run, RunState.OpenPhase phase, ToolCallState call, Optional<CallBeginner> begunBy) {
    return new ToolCallView(
        call.call().id(),
        call.call().tool(),
        Json.read(call.call().arguments().text()),
        phase.name(),
        phase.work().iteration(),
        call.digest(),
        standing(run, call.progress()),
        call.until().or(call::again),
        asked(call).map(ToolCallState.WithPerson::asking),
        asked(call).map(ToolCallState.WithPerson::question),
        asked(call).filter(it -> it.asking() == QuestionKind.ANSWER).isPresent()
            ? AskHumanDeclaration.options(call.call().arguments())
            : List.of(),
        call.progress() instanceof ToolCallState.Delegated delegated
            ? Optional.of(delegated.child())
            : Optional.empty(),
        begunBy);
  }

  private static Optional<ToolCallState.WithPerson> asked(ToolCallState call) {
    return call.progress() instanceof ToolCallState.WithPerson asked
        ? Optional.of(asked)
        : Optional.empty();
  }

  private static Status standing(RunStatus run, ToolCallState.Progress progress) {
    return switch (progress) {
      case ToolCallState.Asked ignored -> Status.PENDING;
      case ToolCallState.NotHappened ignored -> Status.PENDING;
      case ToolCallState.InDoubt ignored -> Status.UNKNOWN;
      case ToolCallState.Retrying ignored -> Status.WAITING;
      case ToolCallState.Deferred ignored -> Status.WAITING;
      case ToolCallState.WithPerson ignored -> Status.WAITING;
      case ToolCallState.Delegated ignored -> Status.WAITING;
      case ToolCallState.Started ignored ->
          run == RunStatus.RUNNING ? Status.RUNNING : Status.UNKNOWN;
      case ToolCallState.Ended(ToolOutcome.Succeeded ignored) -> Status.COMPLETED;
      case ToolCallState.Ended(ToolOutcome.Failed ignored) -> Status.FAILED;
    };
  }
}
