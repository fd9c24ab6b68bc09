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
 * @param transcript complete: it ends with an assistant's message only while calls are open or once
 *     the phase has its answer
 * @param iteration model replies since the phase began
 * @param used model replies since the phase began or was retried; the phase's limit counts them
 * @param since when the phase began or was retried, plus the time for which the run was paused
 *     since; the phase's deadline counts from it
 * @param calls of the newest reply, in its order, until all of them have ended
 * @param model how the model calls for the next reply have failed
 * @param compactedTo how many bytes the newest attempt to compact the transcript left; 0 if there
 *     was none since the phase began or was retried
 */
public record PhaseProgress(
    Transcript transcript,
    int iteration,
    int used,
    Instant since,
    List<ToolCallState> calls,
    ModelFailures model,
    long compactedTo,
    LoopGuard guard) {

  public PhaseProgress {
    calls = List.copyOf(calls);
  }

  /** Makes the progress out of the members of its stored form. */
  public static PhaseProgress of(
      Transcript transcript,
      int iteration,
      int used,
      Instant since,
      List<ToolCallState> calls,
      Optional<ModelRetry> modelRetry,
      Optional<Failure> modelFailure,
      long compactedTo,
      LoopGuard guard) {
    return new PhaseProgress(
        transcript,
        iteration,
        used,
        since,
        calls,
        new ModelFailures(modelRetry, modelFailure),
        compactedTo,
        guard);
  }

  static PhaseProgress started(String prompt, Instant at) {
    return new PhaseProgress(
        Transcript.startingWith(prompt),
        0,
        0,
        at,
        List.of(),
        ModelFailures.NONE,
        0,
        new LoopGuard());
  }

  /** Returns the next attempt at the next reply, if a model call failed and is to be retried. */
  public Optional<ModelRetry> modelRetry() {
    return model.retry();
  }

  /** Returns why the newest model call gave no reply, if it is not to be retried. */
  public Optional<Failure> modelFailure() {
    return model.last();
  }

  PhaseProgress replied(Message.Assistant reply) {
    return new PhaseProgress(
        transcript.with(List.of(reply)),
        iteration + 1,
        used + 1,
        since,
        reply.calls().stream().map(ToolCallState::asked).toList(),
        ModelFailures.NONE,
        compactedTo,
        guard);
  }

  /**
   * Appends a person's message to the transcript.
   *
   * @throws IllegalStateException while calls are open, because their results must come first
   */
  PhaseProgress posted(String text, String by) {
    if (!calls.isEmpty()) {
      throw new IllegalStateException("a message must not come between calls and their results");
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
    ModelRetry before = modelRetry().orElseGet(() -> new ModelRetry(0, event.next(), false, false));
    ModelRetry next = before.with(event.attempt(), event.next(), event.saysTooLong());
    return with(model.with(Optional.of(next)));
  }

  PhaseProgress modelFailed(Failure failure) {
    return with(new ModelFailures(Optional.empty(), Optional.of(failure)));
  }

  /** Returns the work for the fallback model, which starts with all its attempts. */
  PhaseProgress fellBack() {
    return with(ModelFailures.NONE);
  }

  private PhaseProgress with(ModelFailures next) {
    return new PhaseProgress(transcript, iteration, used, since, calls, next, compactedTo, guard);
  }

  /** Returns the work in a form that models of all providers understand. */
  PhaseProgress portable() {
    return with(transcript.portable(), calls.stream().map(ToolCallState::portable).toList(), guard);
  }

  PhaseProgress retried(Instant at) {
    List<ToolCallState> afresh = calls.stream().map(ToolCallState::retried).toList();
    return new PhaseProgress(
        transcript, iteration, 0, at, afresh, ModelFailures.NONE, 0, guard.afresh());
  }

  /** Replaces this many messages after the first one by a summary. */
  PhaseProgress compacted(int replaced, String summary) {
    return compactedTo(
        transcript.compacted(replaced, marked(replaced, summary)), guard.compacted());
  }

  /** The state of every compacted run depends on this text, which must not change. */
  private static Message marked(int replaced, String summary) {
    return new Message.User(
        """
        [Summary of the %d messages that stood here; what it says was done has been done.]

        %s\
        """
            .formatted(replaced, summary));
  }

  /** Leaves the transcript as it is; the next attempt follows once it has grown further. */
  PhaseProgress compactionFailed() {
    return compactedTo(transcript, guard);
  }

  /** Retries of the call for the summary do not count as attempts at the reply. */
  private PhaseProgress compactedTo(Transcript compacted, LoopGuard next) {
    return new PhaseProgress(
        compacted,
        iteration,
        used,
        since,
        calls,
        model.with(
            modelRetry().filter(PhaseProgress::concernsLength).map(ModelRetry::afterSummary)),
        compacted.bytes(),
        next);
  }

  private static boolean concernsLength(ModelRetry retry) {
    return retry.exceeded() || retry.shortened();
  }

  /**
   * Returns the work with which a fork continues. Some of the calls stay calls of the parent, and
   * approvals for the parent do not hold for the fork.
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

  /**
   * Returns the work once all other tools may have changed: people decide anew about their calls.
   */
  PhaseProgress withTools(Set<String> unchanged) {
    List<ToolCallState> next =
        calls.stream()
            .map(call -> unchanged.contains(call.call().tool()) ? call : call.ofChangedTool())
            .toList();
    return with(transcript, next, guard);
  }

  /** Returns the work after a loss of its server that does not count against its calls. */
  PhaseProgress spared() {
    return with(transcript, calls.stream().map(ToolCallState::spared).toList(), guard);
  }

  /** Returns the work after a pause of this length, which does not count towards the deadline. */
  PhaseProgress resumed(Duration pause) {
    return new PhaseProgress(
        transcript, iteration, used, since.plus(pause), calls, model, compactedTo, guard.afresh());
  }

  /**
   * Applies an event about one call. If it ends the last open call, the results become messages.
   *
   * @param polling the tools that are meant to be called repeatedly
   * @throws IllegalStateException if no such call is open, or the event is a person's decision
   *     about another state of the call than the person saw
   */
  PhaseProgress moved(ToolCallEvent event, Set<String> polling) {
    String callId = event.callId();
    if (call(callId).filter(call -> !call.isEnded()).isEmpty()) {
      throw new IllegalStateException("no call '%s' is open".formatted(callId));
    }
    if (event instanceof HumanInputEvent decision
        && decision.digest().isPresent()
        && !awaits(decision)) {
      throw new IllegalStateException(
          "a person's decision is about an earlier state of call '%s'".formatted(callId));
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
    return new PhaseProgress(next, iteration, used, since, left, model, compactedTo, nextGuard);
  }

  private static Message result(ToolCallState call) {
    return new Message.ToolResult(call.call(), call.outcome());
  }

  /** Returns whether the model has given the phase's answer. */
  public boolean isAnswered() {
    return transcript.last() instanceof Message.Assistant last && last.calls().isEmpty();
  }

  /**
   * Returns whether an open call waits for this decision of a person, and the person saw its state.
   */
  boolean awaits(HumanInputEvent decision) {
    return decision.iteration() == iteration
        && call(decision.callId()).filter(call -> call.awaits(decision)).isPresent();
  }

  /** Returns the call of this id in the newest reply, until all its calls have ended. */
  public Optional<ToolCallState> call(String callId) {
    return calls.stream().filter(call -> call.call().id().equals(callId)).findFirst();
  }
}
