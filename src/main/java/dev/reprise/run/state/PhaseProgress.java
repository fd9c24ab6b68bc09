package dev.reprise.run.state;

import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.Transcript;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.ToolCallEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
 * @param modelRetry that the model is to be asked again for the same reply
 * @param modelFailure why the newest model call gave no reply
 * @param compactedTo how many bytes the newest attempt to compact the transcript left; 0 if there
 *     was none since the phase began or was retried
 * @param guard what the calls have brought, and for how long nothing new
 */
public record PhaseProgress(
    Transcript transcript,
    int iteration,
    int used,
    Instant since,
    List<ToolCallState> calls,
    Optional<ModelRetry> modelRetry,
    Optional<Failure> modelFailure,
    long compactedTo,
    LoopGuard guard) {

  public PhaseProgress {
    calls = List.copyOf(calls);
  }

  static PhaseProgress started(String prompt, Instant at) {
    return new PhaseProgress(
        Transcript.startingWith(prompt),
        0,
        0,
        at,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        0,
        new LoopGuard());
  }

  PhaseProgress replied(Message.Assistant reply) {
    return new PhaseProgress(
        transcript.with(List.of(reply)),
        iteration + 1,
        used + 1,
        since,
        reply.calls().stream().map(ToolCallState::asked).toList(),
        Optional.empty(),
        Optional.empty(),
        compactedTo,
        guard);
  }

  /**
   * Puts a person's message behind all that was said.
   *
   * @throws IllegalStateException while calls are in hand, whose results come first
   */
  PhaseProgress posted(String text, String by) {
    if (!calls.isEmpty()) {
      throw new IllegalStateException("a message cannot stand between calls and their results");
    }
    var message = new Message.User(List.of(new Block.Text(text)), Optional.of(by));
    return with(transcript.with(List.of(message)), calls, guard.afresh());
  }

  /** Tells the model that its calls bring nothing new. */
  PhaseProgress suspected(PhaseEvent.LoopSuspected event) {
    return with(
        transcript.with(List.of(new Message.User(event.message()))),
        calls,
        guard.with(event.measure()));
  }

  PhaseProgress modelRetrying(ModelEvent.Retrying event) {
    ModelRetry before = modelRetry.orElseGet(() -> new ModelRetry(0, event.next(), false, false));
    return withoutReply(
        Optional.of(before.with(event.attempt(), event.next(), event.saysTooLong())), modelFailure);
  }

  PhaseProgress modelFailed(Failure failure) {
    return withoutReply(Optional.empty(), Optional.of(failure));
  }

  /** Returns the work as another model goes on with it, which is asked afresh. */
  PhaseProgress fellBack() {
    return withoutReply(Optional.empty(), Optional.empty());
  }

  /** Returns the work as a model of any provider understands it. */
  PhaseProgress portable() {
    return with(transcript.portable(), calls.stream().map(ToolCallState::portable).toList(), guard);
  }

  private PhaseProgress withoutReply(Optional<ModelRetry> retry, Optional<Failure> failure) {
    return new PhaseProgress(
        transcript, iteration, used, since, calls, retry, failure, compactedTo, guard);
  }

  PhaseProgress retried(Instant at) {
    List<ToolCallState> afresh = calls.stream().map(ToolCallState::retried).toList();
    return new PhaseProgress(
        transcript,
        iteration,
        0,
        at,
        afresh,
        Optional.empty(),
        Optional.empty(),
        0,
        guard.afresh());
  }

  /** Puts a summary in the place of so many messages behind the first one. */
  PhaseProgress compacted(int replaced, String summary) {
    return compactedTo(
        transcript.compacted(replaced, marked(replaced, summary)), guard.compacted());
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
  PhaseProgress compactionFailed() {
    return compactedTo(transcript, guard);
  }

  /** Whoever asked for the summary again and again has fresh attempts for the reply. */
  private PhaseProgress compactedTo(Transcript compacted, LoopGuard next) {
    return new PhaseProgress(
        compacted,
        iteration,
        used,
        since,
        calls,
        modelRetry.filter(PhaseProgress::concernsLength).map(ModelRetry::afterSummary),
        modelFailure,
        compacted.bytes(),
        next);
  }

  private static boolean concernsLength(ModelRetry retry) {
    return retry.exceeded() || retry.shortened();
  }

  /**
   * Returns the work as another run goes on with it, to which some of its calls do not belong; what
   * people allowed the one is not allowed the other.
   */
  PhaseProgress forked(LifecycleEvent.Forked event) {
    List<ToolCallState> inherited =
        calls.stream()
            .map(
                call -> event.calls().contains(call.call().id()) ? call.from(event.parent()) : call)
            .map(ToolCallState::forked)
            .toList();
    return with(transcript, inherited, guard);
  }

  /** Returns the work once all tools but these may be others; people are asked anew about those. */
  PhaseProgress withTools(Set<String> unchanged) {
    List<ToolCallState> seenAnew =
        calls.stream()
            .map(call -> unchanged.contains(call.call().tool()) ? call : call.ofChangedTool())
            .toList();
    return with(transcript, seenAnew, guard);
  }

  /** Returns the work behind an end of its server that is none of its calls' fault. */
  PhaseProgress spared() {
    return with(transcript, calls.stream().map(ToolCallState::spared).toList(), guard);
  }

  /** Returns the work as if it had begun later by this time, which a person let pass. */
  PhaseProgress resumed(Duration pause) {
    return new PhaseProgress(
        transcript,
        iteration,
        used,
        since.plus(pause),
        calls,
        modelRetry,
        modelFailure,
        compactedTo,
        guard.afresh());
  }

  /**
   * Moves one call on; when it was the last to end, the results become messages.
   *
   * @param polling the tools that are made to be called again and again
   * @throws IllegalStateException if no such call is open, or the event is a person's word about a
   *     call that stands otherwise than that person saw it
   */
  PhaseProgress moved(ToolCallEvent event, Set<String> polling) {
    String callId = event.callId();
    if (call(callId).filter(call -> !call.isEnded()).isEmpty()) {
      throw new IllegalStateException("no call '%s' is open".formatted(callId));
    }
    if (event instanceof HumanInputEvent word && word.digest().isPresent() && !awaits(word)) {
      throw new IllegalStateException(
          "what a person said is not about call '%s' as it stood".formatted(callId));
    }
    List<ToolCallState> moved =
        calls.stream()
            .map(call -> call.call().id().equals(callId) ? call.apply(event) : call)
            .toList();
    if (!moved.stream().allMatch(ToolCallState::isEnded)) {
      return with(transcript, moved, guard);
    }
    List<Message> results = moved.stream().map(PhaseProgress::result).toList();
    return with(transcript.with(results), List.of(), guard.after(iteration, moved, polling));
  }

  private PhaseProgress with(Transcript next, List<ToolCallState> left, LoopGuard nextGuard) {
    return new PhaseProgress(
        next, iteration, used, since, left, modelRetry, modelFailure, compactedTo, nextGuard);
  }

  private static Message result(ToolCallState call) {
    return new Message.ToolResult(call.call(), call.outcome());
  }

  /** Returns whether the model has given the phase's answer. */
  public boolean isAnswered() {
    return transcript.last() instanceof Message.Assistant last && last.calls().isEmpty();
  }

  /** Returns whether a person's word is about a call in hand as it stands, which waits for it. */
  boolean awaits(HumanInputEvent word) {
    return word.iteration() == iteration
        && call(word.callId()).filter(call -> call.awaits(word)).isPresent();
  }

  /** Returns the call of this id, if it is in hand. */
  public Optional<ToolCallState> call(String callId) {
    return calls.stream().filter(call -> call.call().id().equals(callId)).findFirst();
  }
}
