package dev.reprise.run;

import dev.reprise.agent.Block;
import dev.reprise.agent.Failure;
import dev.reprise.agent.Message;
import dev.reprise.agent.ToolOutcome;
import dev.reprise.agent.Transcript;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How far the work of a phase has come.
 *
 * @param transcript complete: it ends on an assistant's message only while calls are in hand or the
 *     phase is done
 * @param iteration model replies since the phase began
 * @param used model replies since the phase began or was retried; what the limit counts
 * @param since when the phase began or was retried, later by the time that the run was paused
 *     since; where the deadline counts from
 * @param calls of the newest reply, in its order, until all of them have ended
 * @param modelFailure why the newest model call gave no reply
 */
public record PhaseWork(
    Transcript transcript,
    int iteration,
    int used,
    Instant since,
    List<CallInHand> calls,
    Optional<Failure> modelFailure) {

  public PhaseWork {
    calls = List.copyOf(calls);
  }

  static PhaseWork started(String prompt, Instant at) {
    return new PhaseWork(Transcript.startingWith(prompt), 0, 0, at, List.of(), Optional.empty());
  }

  PhaseWork replied(Message.Assistant reply) {
    return new PhaseWork(
        transcript.with(List.of(reply)),
        iteration + 1,
        used + 1,
        since,
        reply.calls().stream().map(CallInHand::asked).toList(),
        Optional.empty());
  }

  /**
   * Puts a person's message behind all that was said.
   *
   * @throws IllegalStateException while calls are in hand, whose results come first
   */
  PhaseWork posted(String text, String by) {
    if (!calls.isEmpty()) {
      throw new IllegalStateException("a message cannot stand between calls and their results");
    }
    return new PhaseWork(
        transcript.with(List.of(new Message.User(List.of(new Block.Text(text)), Optional.of(by)))),
        iteration,
        used,
        since,
        calls,
        modelFailure);
  }

  PhaseWork modelFailed(Failure failure) {
    return new PhaseWork(transcript, iteration, used, since, calls, Optional.of(failure));
  }

  PhaseWork retried(Instant at) {
    List<CallInHand> afresh = calls.stream().map(CallInHand::retried).toList();
    return new PhaseWork(transcript, iteration, 0, at, afresh, Optional.empty());
  }

  /** Returns the work as if it had begun later by this time, which does not count. */
  PhaseWork later(Duration pause) {
    return new PhaseWork(transcript, iteration, used, since.plus(pause), calls, modelFailure);
  }

  /**
   * Moves one call on; when it was the last to end, the results become messages.
   *
   * @throws IllegalStateException if no such call is open
   */
  PhaseWork moved(String callId, UnaryOperator<CallInHand> step) {
    if (call(callId).filter(call -> !call.isEnded()).isEmpty()) {
      throw new IllegalStateException("no call '%s' is open".formatted(callId));
    }
    List<CallInHand> moved =
        calls.stream()
            .map(call -> call.call().id().equals(callId) ? step.apply(call) : call)
            .toList();
    if (!moved.stream().allMatch(CallInHand::isEnded)) {
      return new PhaseWork(transcript, iteration, used, since, moved, modelFailure);
    }
    List<Message> results = moved.stream().map(PhaseWork::result).toList();
    return new PhaseWork(transcript.with(results), iteration, used, since, List.of(), modelFailure);
  }

  private static Message result(CallInHand call) {
    if (call.progress() instanceof CallInHand.Ended(ToolOutcome outcome)) {
      return new Message.ToolResult(call.call(), outcome);
    }
    throw new IllegalStateException("call " + call.call().id() + " has no outcome");
  }

  /** Returns the call of this id, if it is in hand. */
  public Optional<CallInHand> call(String callId) {
    return calls.stream().filter(call -> call.call().id().equals(callId)).findFirst();
  }
}
