package dev.reprise.run.state;

import dev.reprise.agent.ControlTool;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.task.TaskAnswer;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.approval.Approval;
import dev.reprise.run.approval.EditNotice;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One tool call of the model's newest reply, and how far it has come. Tested by {@code
 * ForkPointTest}.
 *
 * @param origin the run to which the call belongs, if this one took it over: its idempotency key is
 *     that run's
 * @param failures how often the call failed, or ended without a known outcome, since the model
 *     asked for it or the run was retried
 * @param approval what people have said for the call; empty until they are asked or change it
 * @param openings how often the call was started or a person was asked about it, so that decisions
 *     about different states of the call differ
 * @param original the call as the model asked for it, if a person changed its arguments
 * @param answers of the agents without which the call could not be made so far, the newest last
 */
public record ToolCallState(
    ToolCall call,
    ToolCallProgress progress,
    Optional<UUID> origin,
    int failures,
    Optional<Approval> approval,
    int openings,
    Optional<ToolCall> original,
    List<TaskAnswer> answers) {

  public ToolCallState {
    answers = List.copyOf(answers);
  }

  public static ToolCallState asked(ToolCall call) {
    var asked = new ToolCallProgress.Asked();
    return new ToolCallState(
        call, asked, Optional.empty(), 0, Optional.empty(), 0, Optional.empty(), List.of());
  }

  /** Returns the call after one more event about it. */
  public ToolCallState apply(ToolCallEvent event) {
    int failed =
        switch (event) {
          case ToolCallEvent.Retrying retrying -> retrying.attempt();
          case ToolCallEvent.Unknown unknown -> unknown.attempt();
          default -> failures;
        };
    boolean opens = event instanceof ToolCallEvent.Started || event instanceof ToolCallEvent.Asked;
    return new ToolCallState(
        event instanceof HumanInputEvent.Edited it ? call.with(it.change().arguments()) : call,
        ToolCallTransitions.apply(this, event),
        origin,
        failed,
        Approval.after(approval, event),
        openings + (opens ? 1 : 0),
        event instanceof HumanInputEvent.Edited ? Optional.of(asAsked()) : original,
        ToolCallTransitions.answers(this, event));
  }

  /** Returns whether an agent's answer is the result, and not something that the tool needs. */
  public boolean isAnsweredByAgent() {
    return call.tool().equals(ControlTool.DELEGATE.toolName());
  }

  /**
   * Returns whether as many people approved the call as must. They are asked once about a call, as
   * long as its tool and the terms do not change.
   */
  public boolean approved() {
    return approval.filter(Approval::isGiven).isPresent();
  }

  /** Returns the call as the model asked for it, whatever a person has changed since. */
  public ToolCall asAsked() {
    return original.orElse(call);
  }

  /** Returns the call without its last start, if that start's server was lost during it. */
  ToolCallState withoutLastStart() {
    return with(progress.withoutLastStart(), approval);
  }

  private ToolCallState with(ToolCallProgress next, Optional<Approval> said) {
    return with(next, said, openings);
  }

  private ToolCallState with(ToolCallProgress next, Optional<Approval> said, int opened) {
    return new ToolCallState(call, next, origin, failures, said, opened, original, answers);
  }

  /** Returns the call as a retry of its run finds it: with fresh limits. */
  public ToolCallState retried() {
    ToolCallProgress next = progress.retried();
    Optional<Approval> said =
        next instanceof ToolCallProgress.WithPerson ? approval : approval.filter(Approval::isGiven);
    return new ToolCallState(call, next, origin, 0, said, openings, original, answers);
  }

  /** Returns the call in a form that models of all providers understand. */
  ToolCallState forAnyProvider() {
    return new ToolCallState(
        call.forAnyProvider(),
        progress,
        origin,
        failures,
        approval,
        openings,
        original.map(ToolCall::forAnyProvider),
        answers);
  }

  /** Returns the call as a run finds it that is resumed: people are asked again if that expired. */
  ToolCallState resumed(Instant at) {
    return isApprovalExpired(at) ? with(new ToolCallProgress.Asked(), Optional.empty()) : this;
  }

  /** Returns the call as one that stays this run's, unless it is another run's already. */
  ToolCallState from(UUID run) {
    return new ToolCallState(
        call,
        progress,
        origin.or(() -> Optional.of(run)),
        failures,
        approval,
        openings,
        original,
        answers);
  }

  /** Returns the call as a fork finds it: without an approval. */
  ToolCallState forked() {
    return with(progress, approval.map(Approval::voided));
  }

  /** Returns the call after a change of its tool, which makes earlier decisions of people void. */
  ToolCallState ofChangedTool() {
    ToolCallProgress next = asks(QuestionKind.APPROVAL) ? new ToolCallProgress.Asked() : progress;
    return with(next, approval.map(Approval::voided), openings + 1);
  }

  /**
   * Returns the digest by which a person's decision names this state of the call: the SHA-256 of
   * its tool, its arguments, {@code openings}, and the terms and the run of the question.
   */
  public String digest() {
    return digestWith(call.arguments());
  }

  /** Returns the digest that the call has with other arguments. */
  public String digestWith(JsonValue arguments) {
    return CallFingerprint.shown(
        call.with(arguments), openings, approval.map(Approval::terms).orElse(ApprovalTerms.NONE));
  }

  /** Returns a question about the call, with the digest that the call has once it is recorded. */
  public ToolCallEvent.Asked withDigest(ToolCallEvent.Asked question) {
    return question.with(Optional.of(apply(question).digest()), question.terms());
  }

  /** Returns whether the call waits for this decision, and the decision is about its state now. */
  public boolean awaits(HumanInputEvent decision) {
    return ToolCallTransitions.isAwaited(this, decision);
  }

  /** Returns whether people are asked for this about the call. */
  boolean asks(QuestionKind asking) {
    return progress instanceof ToolCallProgress.WithPerson asked && asked.asking() == asking;
  }

  public boolean isEnded() {
    return progress instanceof ToolCallProgress.Ended;
  }

  /**
   * Returns what came of the call.
   *
   * @throws IllegalStateException if it has not ended
   */
  public ToolOutcome outcome() {
    if (progress instanceof ToolCallProgress.Ended(ToolOutcome outcome)) {
      return outcome;
    }
    throw new IllegalStateException("call '%s' has not ended".formatted(call.id()));
  }

  /**
   * Returns what the model is told of the call. It names the call as the model asked for it, and
   * says with which arguments it was made if a person changed them.
   *
   * @throws IllegalStateException if it has not ended
   */
  Message.ToolResult result() {
    return new Message.ToolResult(
        asAsked(),
        original.isPresent() ? EditNotice.before(outcome(), call.arguments()) : outcome());
  }

  /** Returns whether the model asked for the call and nothing was done. */
  public boolean isAsked() {
    return progress instanceof ToolCallProgress.Asked;
  }

  /** Returns whether the call was started, and no result of it is recorded. */
  public boolean isInDoubt() {
    return effectInDoubt().isPresent() || progress instanceof ToolCallProgress.NotHappened;
  }

  /** Returns the effect of the tool, if the call's outcome is unknown. */
  public Optional<EffectClass> effectInDoubt() {
    return progress.effectInDoubt();
  }

  /** Returns whether the call may have had an effect that is not recorded. */
  public boolean mayHaveHappened() {
    return effectInDoubt().filter(effect -> effect != EffectClass.READ_ONLY).isPresent();
  }

  /** Returns whether the call waits for a person's answer or decision. */
  public boolean isWithPerson() {
    return progress instanceof ToolCallProgress.WithPerson;
  }

  /** Returns whether a child run carries out the call. */
  public boolean isDelegated() {
    return progress instanceof ToolCallProgress.Delegated;
  }

  /** Returns when the call is over, if it is a wait with an end. */
  public Optional<Instant> until() {
    return progress.waitEnd();
  }

  /** Returns when the call is retried, or its tool is asked again about it, without a person. */
  public Optional<Instant> again() {
    return progress.nextAttempt();
  }

  /** Returns whether the call's outcome is unknown and its tool can be asked about it. */
  public boolean isReconcilable() {
    return effectInDoubt().filter(effect -> effect == EffectClass.RECONCILABLE).isPresent();
  }

  /** Returns whether the call's tool is to be asked about its outcome now. */
  public boolean isReconcilable(Instant now) {
    return isReconcilable() && (inquiries() == 0 || ToolCallProgress.hasCome(again(), now));
  }

  /** Returns whether only a person can resolve the call, unless it may be run now. */
  public boolean needsDecision() {
    return isInDoubt() && again().isEmpty();
  }

  /** Returns whether the call is to become a wait. */
  public boolean isDeferrable() {
    return isAsked() && ControlTool.isNamed(call.tool());
  }

  /** Returns whether the call is a wait whose end has come, which gives the call a result. */
  public boolean isDue(Instant now) {
    return ToolCallProgress.hasCome(until(), now) && !asks(QuestionKind.APPROVAL);
  }

  /** Returns whether the call waits for an approval that can no longer be given. */
  public boolean isApprovalExpired(Instant now) {
    return ToolCallProgress.hasCome(until(), now) && asks(QuestionKind.APPROVAL);
  }

  /**
   * Returns whether the call may be run now without a person's decision.
   *
   * @param maxRepeats how often a call is started again after the loss of a server during it
   */
  public boolean isRunnable(int maxRepeats, Instant now) {
    return progress.isRunnable(maxRepeats, now);
  }

  /** Returns how often the call's outcome could not be found out. */
  public int inquiries() {
    return progress.inquiries();
  }
}
