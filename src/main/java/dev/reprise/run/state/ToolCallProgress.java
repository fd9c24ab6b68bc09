package dev.reprise.run.state;

import dev.reprise.agent.Delegation;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** How far a tool call has come. Tested by {@code AnyForkContinuesTest}. */
public sealed interface ToolCallProgress {

  /** The model asked for the call; nothing was done. */
  record Asked() implements ToolCallProgress {}

  /**
   * Only the intent to make the call is recorded. Unless the call runs right now, a server was lost
   * during it and its outcome is unknown.
   *
   * @param times how often the call was started since it last ended, the model asked for it, or the
   *     run was retried
   * @param inquiries how often since then its outcome could not be found out, because its tool
   *     could not tell or this server must not start it again
   * @param inquiry when its tool is asked again; empty if it was asked and a person is to decide
   */
  record Started(EffectClass effect, int times, int inquiries, Optional<Instant> inquiry)
      implements ToolCallProgress {
    Started(EffectClass effect, int times) {
      this(effect, times, 0, Optional.empty());
    }
  }

  /**
   * The call was made, and the record says that its outcome is unknown.
   *
   * @param failure what is known of the outcome
   * @param repeat when the call is retried without a person, possibly after its tool has said that
   *     it did not happen; empty if it is not
   * @param inquiries as in {@link Started}
   * @param inquiry as in {@link Started}
   */
  record InDoubt(
      EffectClass effect,
      Failure failure,
      Optional<Instant> repeat,
      int inquiries,
      Optional<Instant> inquiry)
      implements ToolCallProgress {}

  /**
   * The call was started, and its tool says that it did not happen.
   *
   * @param times how often the call was started since it last ended or the model asked for it
   * @param next when the call is retried; empty for at once
   */
  record NotHappened(int times, Optional<Instant> next) implements ToolCallProgress {}

  /** The call failed without effect, and is retried at this time. */
  record Retrying(Instant next) implements ToolCallProgress {}

  /** The call is a wait, which ends at this time. */
  record Deferred(Instant until) implements ToolCallProgress {}

  /**
   * The call waits for a person's answer or decision.
   *
   * @param until when the wait ends without one; empty for never
   */
  record WithPerson(QuestionKind asking, String question, Optional<Instant> until)
      implements ToolCallProgress {}

  /**
   * A child run carries out the call.
   *
   * @param agent the child run's agent
   * @param input the child run's input
   * @param limits what this run grants the child run
   */
  record Delegated(UUID child, String agent, JsonValue input, Delegation limits)
      implements ToolCallProgress {}

  /** The call's result is recorded; it is never run again. */
  record Ended(ToolOutcome outcome) implements ToolCallProgress {}

  /** Returns the effect of the tool, if the call's outcome is unknown. */
  default Optional<EffectClass> effectInDoubt() {
    return switch (this) {
      case Started started -> Optional.of(started.effect());
      case InDoubt doubt -> Optional.of(doubt.effect());
      default -> Optional.empty();
    };
  }

  /** Returns when the wait ends, if the call is one that ends by time. */
  default Optional<Instant> waitEnd() {
    return switch (this) {
      case Deferred(Instant until) -> Optional.of(until);
      case WithPerson asked -> asked.until();
      default -> Optional.empty();
    };
  }

  /** Returns when the call is retried, or its tool is asked again about it, without a person. */
  default Optional<Instant> nextAttempt() {
    return switch (this) {
      case Retrying(Instant next) -> Optional.of(next);
      case Started started -> started.inquiry();
      case InDoubt it when it.effect().mayRunAgain() && it.inquiries() == 0 -> it.repeat();
      case InDoubt it -> it.inquiry();
      case NotHappened it -> it.next();
      default -> Optional.empty();
    };
  }

  /** Returns how often the call's outcome could not be found out. */
  default int inquiries() {
    return 0; // Started and InDoubt count them
  }

  /** Returns how often the call was started since it last ended, as far as that counts. */
  default int times() {
    return 0; // Started and NotHappened count them
  }

  /**
   * Returns whether the call may be run now without a person's decision.
   *
   * @param maxRepeats how often a call is started again after the loss of a server during it
   */
  default boolean isRunnable(int maxRepeats, Instant now) {
    return switch (this) {
      case Asked ignored -> true;
      case Started it ->
          it.effect().mayRunAgain() && it.inquiries() == 0 && it.times() <= maxRepeats;
      case InDoubt it ->
          it.effect().mayRunAgain() && it.inquiries() == 0 && hasCome(it.repeat(), now);
      case NotHappened it ->
          it.times() <= maxRepeats && (it.next().isEmpty() || hasCome(it.next(), now));
      case Retrying(Instant next) -> !now.isBefore(next);
      case Deferred ignored -> false;
      case WithPerson ignored -> false;
      case Delegated ignored -> false;
      case Ended ignored -> false;
    };
  }

  /** Returns whether a time is known and has come. */
  static boolean hasCome(Optional<Instant> time, Instant now) {
    return time.filter(it -> !now.isBefore(it)).isPresent();
  }

  /** Returns the progress as a retry of the run finds it: with fresh limits. */
  default ToolCallProgress retried() {
    return switch (this) {
      case Started started -> new Started(started.effect(), 0);
      case InDoubt it -> new InDoubt(it.effect(), it.failure(), it.repeat(), 0, Optional.empty());
      case NotHappened ignored -> new Asked();
      case Retrying ignored -> new Asked();
      case Asked asked -> asked;
      case Deferred deferred -> deferred;
      case WithPerson it when it.asking() == QuestionKind.APPROVAL && it.until().isPresent() ->
          new Asked(); // its time continues to count while the run is not at work
      case WithPerson asked -> asked;
      case Delegated delegated -> delegated;
      case Ended ended -> ended;
    };
  }

  /** Returns the progress without the last start, if the call was started and has not ended. */
  default ToolCallProgress withoutLastStart() {
    return this instanceof Started it
        ? new Started(it.effect(), Math.max(0, it.times() - 1), it.inquiries(), it.inquiry())
        : this;
  }
}
