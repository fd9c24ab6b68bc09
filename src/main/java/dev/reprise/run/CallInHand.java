package dev.reprise.run;

import dev.reprise.agent.Block;
import dev.reprise.agent.ControlTool;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ToolCall;
import dev.reprise.agent.ToolOutcome;
import dev.reprise.journal.RunEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One tool call of the model's newest reply, and how far it has come.
 *
 * @param origin the run whose call it is, if this one only took it over: its idempotency key is
 *     that run's
 * @param failures how often it failed since the model asked or the run was retried, so that it is
 *     made again
 */
public record CallInHand(ToolCall call, Progress progress, Optional<UUID> origin, int failures) {

  /** How far a call has come. */
  public sealed interface Progress {}

  /** The model asked for it; nothing was done. */
  public record Asked() implements Progress {}

  /**
   * Its intent is recorded and no result: unless it runs right now, its outcome is unknown.
   *
   * @param times how often it was started since the model asked or the run was retried
   * @param inquiries how often its tool was asked since, and could not tell what became of it
   */
  public record Started(EffectClass effect, int times, int inquiries) implements Progress {}

  /**
   * It was started, and its tool says that it did not happen.
   *
   * @param times how often it was started since the model asked
   */
  public record NotHappened(int times) implements Progress {}

  /** It failed without effect, and is made again then. */
  public record Retrying(Instant next) implements Progress {}

  /** It is a wait, over at this time. */
  public record Deferred(Instant until) implements Progress {}

  /** Its result is recorded; it is never run again. */
  public record Ended(ToolOutcome outcome) implements Progress {}

  static CallInHand asked(ToolCall call) {
    return new CallInHand(call, new Asked(), Optional.empty(), 0);
  }

  /** Returns the call after one more event about it. */
  CallInHand apply(RunEvent.OfCall event) {
    int failed =
        event instanceof RunEvent.ToolCallRetrying retrying ? retrying.attempt() : failures;
    return new CallInHand(call, progressAfter(event), origin, failed);
  }

  private Progress progressAfter(RunEvent.OfCall event) {
    return switch (event) {
      case RunEvent.ToolCallStarted started -> new Started(started.effect(), timesStarted() + 1, 0);
      case RunEvent.ToolCallCompleted completed ->
          succeeded(completed.content(), completed.images());
      case RunEvent.ToolCallFailed failed -> new Ended(new ToolOutcome.Failed(failed.failure()));
      case RunEvent.ToolCallResolved resolved -> resolved(resolved);
      case RunEvent.ToolCallReconciled reconciled -> reconciled(reconciled);
      case RunEvent.ToolCallDeferred deferred -> new Deferred(deferred.until());
      case RunEvent.ToolCallRetrying retrying -> new Retrying(retrying.next());
    };
  }

  /** Returns the call as a retry of its run finds it: with fresh limits. */
  CallInHand retried() {
    Progress afresh =
        switch (progress) {
          case Started started -> new Started(started.effect(), 0, 0);
          case NotHappened ignored -> new Asked();
          case Retrying ignored -> new Asked();
          case Asked asked -> asked;
          case Deferred deferred -> deferred;
          case Ended ended -> ended;
        };
    return new CallInHand(call, afresh, origin, 0);
  }

  /** Returns the call as a model of any provider understands it. */
  CallInHand portable() {
    return new CallInHand(call.portable(), progress, origin, failures);
  }

  /** Returns the call as one of another run, unless it is one of a third already. */
  CallInHand from(UUID run) {
    return new CallInHand(call, progress, origin.or(() -> Optional.of(run)), failures);
  }

  boolean isEnded() {
    return progress instanceof Ended;
  }

  /**
   * Returns what came of the call.
   *
   * @throws IllegalStateException if it has not ended
   */
  ToolOutcome outcome() {
    if (progress instanceof Ended(ToolOutcome outcome)) {
      return outcome;
    }
    throw new IllegalStateException("call " + call.id() + " has no outcome");
  }

  /** Returns whether the model asked for it and nothing was done. */
  boolean isAsked() {
    return progress instanceof Asked;
  }

  /** Returns whether the call was started, and nothing is recorded that it led to. */
  public boolean isInDoubt() {
    return progress instanceof Started || progress instanceof NotHappened;
  }

  /** Returns when the call is over, if it is a wait that is not. */
  public Optional<Instant> until() {
    return progress instanceof Deferred(Instant until) ? Optional.of(until) : Optional.empty();
  }

  /** Returns when the call is made again, if it failed. */
  public Optional<Instant> again() {
    return progress instanceof Retrying(Instant next) ? Optional.of(next) : Optional.empty();
  }

  /** Returns whether the call is to become a wait. */
  boolean isDeferrable() {
    return progress instanceof Asked && ControlTool.isNamed(call.tool());
  }

  /** Returns whether the call is a wait whose time has come. */
  boolean isDue(Instant now) {
    return until().filter(until -> !now.isBefore(until)).isPresent();
  }

  /**
   * Returns whether the call may be run now without asking anyone.
   *
   * @param maxRepeats how often a call is started again
   */
  boolean isRunnable(int maxRepeats, Instant now) {
    return switch (progress) {
      case Asked ignored -> true;
      case Started started -> started.effect().mayRunAgain() && started.times() <= maxRepeats;
      case NotHappened(int times) -> times <= maxRepeats;
      case Retrying(Instant next) -> !now.isBefore(next);
      case Deferred ignored -> false;
      case Ended ignored -> false;
    };
  }

  /**
   * Returns whether the call's tool is to be asked what became of it.
   *
   * @param maxInquiries how often it is asked in vain
   */
  boolean isReconcilable(int maxInquiries) {
    return progress instanceof Started(EffectClass effect, int ignored, int inquiries)
        && effect == EffectClass.RECONCILABLE
        && inquiries < maxInquiries;
  }

  private int timesStarted() {
    return switch (progress) {
      case Started started -> started.times();
      case NotHappened(int times) -> times;
      case Retrying ignored -> 0;
      case Asked ignored -> 0;
      case Deferred ignored -> 0;
      case Ended ignored -> 0;
    };
  }

  private static Progress resolved(RunEvent.ToolCallResolved event) {
    return switch (event.verdict()) {
      case SUCCEEDED -> succeeded(event.content());
      case FAILED -> new Ended(ToolOutcome.failed("resolved_as_failed", event.evidence()));
      case RETRY -> new Asked();
    };
  }

  private Progress reconciled(RunEvent.ToolCallReconciled event) {
    if (!(progress instanceof Started(EffectClass effect, int times, int inquiries))) {
      throw new IllegalStateException(
          "call '%s' was not in flight, but %s"
              .formatted(call.id(), progress.getClass().getSimpleName()));
    }
    return switch (event.finding()) {
      case HAPPENED -> succeeded(event.content());
      case DID_NOT_HAPPEN -> new NotHappened(times);
      case COULD_NOT_TELL -> new Started(effect, times, inquiries + 1);
    };
  }

  /** The record has all of the content; a model is given what it can stomach. */
  private static Progress succeeded(String content) {
    return succeeded(content, List.of());
  }

  private static Progress succeeded(String content, List<Block.Image> images) {
    return new Ended(new ToolOutcome.Succeeded(ResultLimit.apply(content), images));
  }
}
