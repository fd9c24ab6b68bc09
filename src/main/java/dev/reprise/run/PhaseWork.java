package dev.reprise.run;

import dev.reprise.agent.Block;
import dev.reprise.agent.Failure;
import dev.reprise.agent.Message;
import dev.reprise.agent.ToolOutcome;
import dev.reprise.agent.Transcript;
import dev.reprise.journal.RunEvent;
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
 * @param compactedTo how many bytes the newest attempt to compact the transcript left; 0 if there
 *     was none since the phase began or was retried
 */
public record PhaseWork(
    Transcript transcript,
    int iteration,
    int used,
    Instant since,
    List<CallInHand> calls,
    Optional<Failure> modelFailure,
    long compactedTo) {

  public PhaseWork {
    calls = List.copyOf(calls);
  }

  static PhaseWork started(String prompt, Instant at) {
    return new PhaseWork(Transcript.startingWith(prompt), 0, 0, at, List.of(), Optional.empty(), 0);
  }

  PhaseWork replied(Message.Assistant reply) {
    return new PhaseWork(
        transcript.with(List.of(reply)),
        iteration + 1,
        used + 1,
        since,
        reply.calls().stream().map(CallInHand::asked).toList(),
        Optional.empty(),
        compactedTo);
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
    var message = new Message.User(List.of(new Block.Text(text)), Optional.of(by));
    return with(transcript.with(List.of(message)), calls);
  }

  PhaseWork modelFailed(Failure failure) {
    return new PhaseWork(
        transcript, iteration, used, since, calls, Optional.of(failure), compactedTo);
  }

  PhaseWork retried(Instant at) {
    List<CallInHand> afresh = calls.stream().map(CallInHand::retried).toList();
    return new PhaseWork(transcript, iteration, 0, at, afresh, Optional.empty(), 0);
  }

  /** Puts a summary in the place of so many messages behind the first one. */
  PhaseWork compacted(int replaced, String summary) {
    return compactedTo(transcript.compacted(replaced, marked(replaced, summary)));
  }

  /** Returns what the model reads; the state of every compacted run depends on these words. */
  private static Message marked(int replaced, String summary) {
    return new Message.User(
        """
        [Summary of the %d messages that stood here; what it says was done has been done.]

        %s"""
            .formatted(replaced, summary));
  }

  /** Leaves the transcript as it is until it has grown further. */
  PhaseWork compactionFailed() {
    return compactedTo(transcript);
  }

  private PhaseWork compactedTo(Transcript compacted) {
    return new PhaseWork(compacted, iteration, used, since, calls, modelFailure, compacted.bytes());
  }

  /** Returns the work as another run goes on with it, to which some of its calls do not belong. */
  PhaseWork forked(RunEvent.RunForked event) {
    List<CallInHand> inherited =
        calls.stream()
            .map(
                call -> event.calls().contains(call.call().id()) ? call.from(event.parent()) : call)
            .toList();
    return with(transcript, inherited);
  }

  /** Returns the work as if it had begun later by this time, which does not count. */
  PhaseWork later(Duration pause) {
    return new PhaseWork(
        transcript, iteration, used, since.plus(pause), calls, modelFailure, compactedTo);
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
      return with(transcript, moved);
    }
    List<Message> results = moved.stream().map(PhaseWork::result).toList();
    return with(transcript.with(results), List.of());
  }

  private PhaseWork with(Transcript next, List<CallInHand> left) {
    return new PhaseWork(next, iteration, used, since, left, modelFailure, compactedTo);
  }

  private static Message result(CallInHand call) {
    if (call.progress() instanceof CallInHand.Ended(ToolOutcome outcome)) {
      return new Message.ToolResult(call.call(), outcome);
    }
    throw new IllegalStateException("call " + call.call().id() + " has no outcome");
  }

  /** Returns whether the model has given the phase's answer. */
  boolean isAnswered() {
    return transcript.last() instanceof Message.Assistant last && last.calls().isEmpty();
  }

  /** Returns the call of this id, if it is in hand. */
  public Optional<CallInHand> call(String callId) {
    return calls.stream().filter(call -> call.call().id().equals(callId)).findFirst();
  }
}
