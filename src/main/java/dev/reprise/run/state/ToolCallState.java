package dev.reprise.run.state;

import dev.reprise.agent.ControlTool;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ToolCallEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One tool call of the model's newest reply, and how far it has come.
 *
 * @param origin the run whose call it is, if this one only took it over: its idempotency key is
 *     that run's
 * @param failures how often it failed, or ended without a known outcome, since the model asked or
 *     the run was retried
 * @param approved whether a person said that it may be made; nobody is asked twice about one call
 *     of one run and one tool
 * @param openings how often it was started or a person was asked about it, so that each time
 *     somebody can be shown something else
 */
public record ToolCallState(
    ToolCall call,
    Progress progress,
    Optional<UUID> origin,
    int failures,
    boolean approved,
    int openings) {

  /** How far a call has come. */
  public sealed interface Progress {}

  /** The model asked for it; nothing was done. */
  public record Asked() implements Progress {}

  /**
   * Its intent is recorded and nothing else: unless it runs right now, a server was lost with it,
   * and its outcome is unknown.
   *
   * @param times how often it was started since it last ended, the model asked or the run was
   *     retried
   * @param inquiries how often since nobody could tell what became of it: its tool was asked, or
   *     this server may not start it again
   * @param inquiry when its tool is asked again; empty if a person is to say, once it was asked
   */
  public record Started(EffectClass effect, int times, int inquiries, Optional<Instant> inquiry)
      implements Progress {
    Started(EffectClass effect, int times) {
      this(effect, times, 0, Optional.empty());
    }
  }

  /**
   * It was made, and it is recorded that nobody knows whether it happened.
   *
   * @param failure what is known of it
   * @param repeat when it is made again by itself, be it after its tool has said that it did not
   *     happen; empty if it is not
   * @param inquiries as of one that was {@link Started}
   * @param inquiry as of one that was {@link Started}
   */
  public record InDoubt(
      EffectClass effect,
      Failure failure,
      Optional<Instant> repeat,
      int inquiries,
      Optional<Instant> inquiry)
      implements Progress {}

  /**
   * It was started, and its tool says that it did not happen.
   *
   * @param times how often it was started since it last ended or the model asked
   * @param next when it is made again; empty for at once
   */
  public record NotHappened(int times, Optional<Instant> next) implements Progress {}

  /** It failed without effect, and is made again then. */
  public record Retrying(Instant next) implements Progress {}

  /** It is a wait, over at this time. */
  public record Deferred(Instant until) implements Progress {}

  /**
   * A person is asked about it.
   *
   * @param until when nobody need answer any more; empty for never
   */
  public record WithPerson(QuestionKind asking, String question, Optional<Instant> until)
      implements Progress {}

  /**
   * Another run does what it asks.
   *
   * @param agent that the other run carries out
   * @param input that it is given
   * @param limits what this run leaves it
   */
  public record Delegated(UUID child, String agent, JsonValue input, Delegation limits)
      implements Progress {}

  /** Its result is recorded; it is never run again. */
  public record Ended(ToolOutcome outcome) implements Progress {}

  public static ToolCallState asked(ToolCall call) {
    return new ToolCallState(call, new Asked(), Optional.empty(), 0, false, 0);
  }

  /** Returns the call after one more event about it. */
  public ToolCallState apply(ToolCallEvent event) {
    int failed =
        switch (event) {
          case ToolCallEvent.Retrying retrying -> retrying.attempt();
          case ToolCallEvent.Unknown unknown -> unknown.attempt();
          default -> failures;
        };
    boolean mayBeMade =
        approved || (event instanceof HumanInputEvent.Decided decided && decided.approved());
    boolean opens = event instanceof ToolCallEvent.Started || event instanceof ToolCallEvent.Asked;
    return new ToolCallState(
        call, progressAfter(event), origin, failed, mayBeMade, openings + (opens ? 1 : 0));
  }

  private Progress progressAfter(ToolCallEvent event) {
    return switch (event) {
      case ToolCallEvent.Started started -> new Started(started.effect(), timesStarted() + 1);
      case ToolCallEvent.Unknown unknown -> unknown(unknown);
      case ToolCallEvent.Completed completed ->
          succeeded(completed, completed.content(), completed.images(), completed.limit());
      case ToolCallEvent.Failed failed -> new Ended(new ToolOutcome.Failed(failed.failure()));
      case HumanInputEvent.Resolved resolved -> resolved(resolved);
      case ToolCallEvent.Reconciled reconciled -> reconciled(reconciled);
      case ToolCallEvent.Deferred deferred -> new Deferred(deferred.until());
      case ToolCallEvent.Retrying retrying -> new Retrying(retrying.next());
      case ToolCallEvent.Asked asked ->
          new WithPerson(asked.asking(), asked.question(), asked.until());
      case HumanInputEvent.Answered answered -> succeeded(answered, answered.answer());
      case HumanInputEvent.Decided decided -> decided.approved() ? new Asked() : refused(decided);
      case ToolCallEvent.Delegated delegated ->
          new Delegated(
              delegated.child(), delegated.agent(), delegated.input(), delegated.limits());
      case ToolCallEvent.Returned returned ->
          returned
              .failure()
              .<Progress>map(failure -> new Ended(PartialOutput.told(returned, failure)))
              .orElseGet(() -> succeeded(returned, returned.output()));
    };
  }

  /** Returns the call as if it had not been started the last time, if that may have happened. */
  ToolCallState spared() {
    return progress instanceof Started it
        ? new ToolCallState(
            call,
            new Started(it.effect(), Math.max(0, it.times() - 1), it.inquiries(), it.inquiry()),
            origin,
            failures,
            approved,
            openings)
        : this;
  }

  /** Returns the call as a retry of its run finds it: with fresh limits. */
  public ToolCallState retried() {
    Progress afresh =
        switch (progress) {
          case Started started -> new Started(started.effect(), 0);
          case InDoubt it ->
              new InDoubt(it.effect(), it.failure(), it.repeat(), 0, Optional.empty());
          case NotHappened ignored -> new Asked();
          case Retrying ignored -> new Asked();
          case Asked asked -> asked;
          case Deferred deferred -> deferred;
          case WithPerson asked -> asked;
          case Delegated delegated -> delegated;
          case Ended ended -> ended;
        };
    return new ToolCallState(call, afresh, origin, 0, approved, openings);
  }

  /** Returns the call as a model of any provider understands it. */
  ToolCallState portable() {
    return new ToolCallState(call.portable(), progress, origin, failures, approved, openings);
  }

  /** Returns the call as one of another run, unless it is one of a third already. */
  ToolCallState from(UUID run) {
    return new ToolCallState(
        call, progress, origin.or(() -> Optional.of(run)), failures, approved, openings);
  }

  /** Returns the call as a fork finds it, about which nobody has said anything there. */
  ToolCallState forked() {
    return new ToolCallState(call, progress, origin, failures, false, openings);
  }

  /** Returns the call as it stands once its tool is another: what people saw of it is past. */
  ToolCallState ofChangedTool() {
    Progress next = asks(QuestionKind.APPROVAL) ? new Asked() : progress;
    return new ToolCallState(call, next, origin, failures, false, openings + 1);
  }

  /**
   * Returns by what a person's word names the call as it stands: the SHA-256 of its tool, its
   * arguments and the number of times that it was started or a person was asked about it.
   */
  public String digest() {
    return CallFingerprint.shown(call, openings);
  }

  /** Returns the digest that the call has once a person is asked about it. */
  public String digestOnceAsked() {
    return CallFingerprint.shown(call, openings + 1);
  }

  /** Returns whether the call waits for this word, and the word is about what stands there now. */
  boolean awaits(HumanInputEvent word) {
    boolean awaited =
        switch (word) {
          case HumanInputEvent.Decided ignored -> asks(QuestionKind.APPROVAL);
          case HumanInputEvent.Answered ignored -> asks(QuestionKind.ANSWER);
          case HumanInputEvent.Resolved ignored -> isInDoubt();
        };
    return awaited && word.digest().equals(Optional.of(digest()));
  }

  private boolean asks(QuestionKind asking) {
    return progress instanceof WithPerson asked && asked.asking() == asking;
  }

  public boolean isEnded() {
    return progress instanceof Ended;
  }

  /**
   * Returns what came of the call.
   *
   * @throws IllegalStateException if it has not ended
   */
  public ToolOutcome outcome() {
    if (progress instanceof Ended(ToolOutcome outcome)) {
      return outcome;
    }
    throw new IllegalStateException("call " + call.id() + " has no outcome");
  }

  /** Returns whether the model asked for it and nothing was done. */
  public boolean isAsked() {
    return progress instanceof Asked;
  }

  /** Returns whether the call was started, and nothing is recorded that it led to. */
  public boolean isInDoubt() {
    return effectInDoubt().isPresent() || progress instanceof NotHappened;
  }

  /** Returns the effect of the tool, of a call of whose outcome nothing is known. */
  public Optional<EffectClass> effectInDoubt() {
    return switch (progress) {
      case Started started -> Optional.of(started.effect());
      case InDoubt doubt -> Optional.of(doubt.effect());
      default -> Optional.empty();
    };
  }

  /** Returns whether the call may have had an effect, of which nothing is recorded. */
  public boolean mayHaveHappened() {
    return effectInDoubt().filter(effect -> effect != EffectClass.READ_ONLY).isPresent();
  }

  /** Returns whether a person is asked about it. */
  public boolean isWithPerson() {
    return progress instanceof WithPerson;
  }

  /** Returns whether another run does what it asks. */
  public boolean isDelegated() {
    return progress instanceof Delegated;
  }

  /** Returns when the call is over, if it is a wait with an end. */
  public Optional<Instant> until() {
    return switch (progress) {
      case Deferred(Instant until) -> Optional.of(until);
      case WithPerson asked -> asked.until();
      default -> Optional.empty();
    };
  }

  /** Returns when the call is made again by itself, or its tool is asked again about it. */
  public Optional<Instant> again() {
    return switch (progress) {
      case Retrying(Instant next) -> Optional.of(next);
      case Started started -> started.inquiry();
      case InDoubt it when it.effect().mayRunAgain() && it.inquiries() == 0 -> it.repeat();
      case InDoubt it -> it.inquiry();
      case NotHappened it -> it.next();
      default -> Optional.empty();
    };
  }

  /** Returns whether the call's tool can be asked what became of it. */
  public boolean isAskedAbout() {
    return effectInDoubt().filter(effect -> effect == EffectClass.RECONCILABLE).isPresent();
  }

  /** Returns whether only a person's word moves the call on, unless it may be run now. */
  public boolean needsDecision() {
    return isInDoubt() && again().isEmpty();
  }

  /** Returns whether the call is to become a wait. */
  public boolean isDeferrable() {
    return progress instanceof Asked && ControlTool.isNamed(call.tool());
  }

  /** Returns whether the call is a wait whose time has come. */
  public boolean isDue(Instant now) {
    return until().filter(until -> !now.isBefore(until)).isPresent();
  }

  /**
   * Returns whether the call may be run now without asking anyone.
   *
   * @param maxRepeats how often a call is started again with which a server was lost
   */
  public boolean isRunnable(int maxRepeats, Instant now) {
    return switch (progress) {
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

  /** Returns whether the call's tool is to be asked now what became of it. */
  public boolean isReconcilable(Instant now) {
    return isAskedAbout() && (inquiries() == 0 || hasCome(again(), now));
  }

  /** Returns how often nobody could tell what became of the call. */
  public int inquiries() {
    return switch (progress) {
      case Started started -> started.inquiries();
      case InDoubt doubt -> doubt.inquiries();
      default -> 0;
    };
  }

  private static boolean hasCome(Optional<Instant> time, Instant now) {
    return time.filter(it -> !now.isBefore(it)).isPresent();
  }

  private int timesStarted() {
    return switch (progress) {
      case Started started -> started.times();
      case NotHappened it -> it.times();
      case InDoubt ignored -> 0;
      case Retrying ignored -> 0;
      case Asked ignored -> 0;
      case Deferred ignored -> 0;
      case WithPerson ignored -> 0;
      case Delegated ignored -> 0;
      case Ended ignored -> 0;
    };
  }

  private static Progress resolved(HumanInputEvent.Resolved event) {
    return switch (event.verdict()) {
      case SUCCEEDED -> succeeded(event, event.content());
      case FAILED -> new Ended(ToolOutcome.failed("resolved_as_failed", event.evidence()));
      case RETRY -> new Asked();
    };
  }

  private static Progress refused(HumanInputEvent.Decided event) {
    return new Ended(
        ToolOutcome.failed(
            "refused_by_person",
            event
                .reason()
                .map("a person refused the call: %s"::formatted)
                .orElse("a person refused the call")));
  }

  private Progress unknown(ToolCallEvent.Unknown event) {
    EffectClass effect = effectInDoubt().orElseThrow(this::notInFlight);
    return new InDoubt(effect, event.failure(), event.next(), 0, Optional.empty());
  }

  private Progress reconciled(ToolCallEvent.Reconciled event) {
    return switch (event.finding()) {
      case HAPPENED -> happened(event);
      case DID_NOT_HAPPEN -> didNotHappen();
      case COULD_NOT_TELL -> stillInDoubt(event.next());
    };
  }

  private Progress happened(ToolCallEvent.Reconciled event) {
    if (effectInDoubt().isEmpty()) {
      throw notInFlight();
    }
    return succeeded(event, event.content());
  }

  /** One that is not made again by itself has failed, as is known by now. */
  private Progress didNotHappen() {
    return switch (progress) {
      case Started it -> new NotHappened(it.times(), Optional.empty());
      case InDoubt it when it.repeat().isPresent() -> new NotHappened(0, it.repeat());
      case InDoubt it -> new Ended(new ToolOutcome.Failed(it.failure()));
      default -> throw notInFlight();
    };
  }

  private Progress stillInDoubt(Optional<Instant> next) {
    return switch (progress) {
      case Started it -> new Started(it.effect(), it.times(), it.inquiries() + 1, next);
      case InDoubt it ->
          new InDoubt(it.effect(), it.failure(), it.repeat(), it.inquiries() + 1, next);
      default -> throw notInFlight();
    };
  }

  private IllegalStateException notInFlight() {
    return new IllegalStateException(
        "call '%s' was not in flight, but %s"
            .formatted(call.id(), progress.getClass().getSimpleName()));
  }

  private static Progress succeeded(ToolCallEvent event, String content) {
    return succeeded(event, content, List.of(), Optional.empty());
  }

  /** The record has all of the content; a model is given what it can stomach. */
  private static Progress succeeded(
      ToolCallEvent event, String content, List<Block.Image> images, Optional<Integer> limit) {
    String given = ResultTruncation.of(limit).apply(event, content);
    return new Ended(new ToolOutcome.Succeeded(given, images));
  }
}
