package dev.reprise.execution.job;

import dev.reprise.agent.Phase;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.message.Explanation;
import dev.reprise.agent.message.Explanation.Code;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.DefinitionMismatch;
import dev.reprise.execution.StopCause;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.queue.row.Run;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Decides with which event a job releases its run: what the run has reached, against why the job
 * stops.
 *
 * <p>A reached end comes first: an answer that races with a stop is an answer. A request to cancel
 * wins over everything else, and a request to pause over a wait; so does an operator's stop of the
 * job, which nothing but a person takes back.
 *
 * <p>A stop of any other kind wins over a wait for a child run or a message, which does not end in
 * the record. The result or message may already have come and been taken off the table, and only a
 * job that was not stopped has checked. Every other wait remains: the record shows that it is not
 * over.
 *
 * @param server this start of the server
 * @param now the time of the release
 * @param evidence for a stop
 */
public record ReleaseDecision(String server, Instant now, Evidence evidence) {

  private static final Duration TAKING = Duration.ofSeconds(5);

  /** Looks up the request or mismatch of a stop cause; used only if there is such a cause. */
  public interface Evidence {

    Run.CancelRequest cancel();

    DefinitionMismatch mismatch();

    /** Returns whether people's decisions are stored that the run has not taken and can take. */
    boolean hasDecisions();

    /** Returns the request, unless it was withdrawn meanwhile. */
    Optional<Run.PauseRequest> pause();
  }

  /**
   * Returns the event.
   *
   * @param next what the run would do next
   * @param cause why the job stops; empty if it has nothing more to do
   * @throws IllegalStateException if this job may not release the run
   */
  public RunEvent event(NextStep next, Optional<StopCause> cause) {
    if (cause.filter(StopCause::isBeyondTheJob).isPresent() || next instanceof NextStep.Ended) {
      throw new IllegalStateException(
          "this job may not release the run: %s, %s".formatted(cause, next));
    }
    if (next instanceof NextStep.Finish(String output)) {
      return new LifecycleEvent.Completed(output);
    }
    if (cause.equals(Optional.of(StopCause.CANCEL))) {
      return cancelled(evidence.cancel());
    }
    return switch (next) {
      case NextStep.Fail(var failure) -> new LifecycleEvent.Failed(failure);
      case NextStep.GiveUp(var failure) -> new LifecycleEvent.DeadLettered(failure);
      case NextStep.InPhase step when cause.equals(Optional.of(StopCause.PAUSE)) -> paused();
      case NextStep.InPhase step when cause.equals(Optional.of(StopCause.OPERATOR)) -> stopped(now);
      case NextStep.AwaitReconciliation wait -> waiting(wait);
      case NextStep.AwaitPerson wait -> waiting(wait);
      case NextStep.AwaitResume wait -> evidence.hasDecisions() ? taking(wait) : paused(wait);
      case NextStep.AwaitBudget wait -> wait.until().isPresent() ? waiting(wait) : paused(wait);
      case NextStep.AwaitTime wait -> waiting(wait);
      case NextStep.AwaitRetry wait -> waiting(wait);
      case NextStep.AwaitChildren wait when cause.isEmpty() -> waiting(wait);
      case NextStep.AwaitGuidance wait when cause.isEmpty() -> waiting(wait);
      case NextStep.InPhase ignored when cause.equals(Optional.of(StopCause.MISFIT)) ->
          evidence.mismatch().waiting(now);
      case NextStep.InPhase ignored -> new LifecycleEvent.HandedOver(server);
      case NextStep.Finish ignored -> throw new IllegalStateException("handled above");
      case NextStep.Ended ignored -> throw new IllegalStateException("handled above");
    };
  }

  private static RunEvent cancelled(Run.CancelRequest request) {
    return new ControlEvent.Cancelled(request.by(), request.reason());
  }

  /**
   * A request that was withdrawn after the job had stopped for it leaves the run due, at no cost.
   */
  private RunEvent paused() {
    return evidence
        .pause()
        .<RunEvent>map(request -> new ControlEvent.Paused(request.by(), request.reason(), now))
        .orElseGet(() -> new LifecycleEvent.HandedOver(server));
  }

  /**
   * Waits for what people decided in time while the run was at work; the time is for the case that
   * they decided something else.
   */
  private RunEvent taking(NextStep.AwaitResume wait) {
    return waiting(
        WaitReason.APPROVAL,
        wait.phase(),
        "decisions that came while the run was at work are taken first",
        Optional.of(now.plus(TAKING)),
        Code.DECISIONS_ARE_TAKEN.alone());
  }

  private RunEvent paused(NextStep.AwaitResume wait) {
    return paused(
        "approval timeout",
        WaitReason.APPROVAL,
        wait.phase(),
        "no decision about %s came in time; once resumed, the run asks again"
            .formatted(ids(wait.calls())),
        Code.APPROVAL_EXPIRED.with("calls", ids(wait.calls())));
  }

  private RunEvent paused(NextStep.AwaitBudget wait) {
    return paused(
        "budget",
        WaitReason.BUDGET,
        wait.phase(),
        "%s; %s".formatted(wait.crossing().message(), whatContinues(wait.crossing())),
        wait.crossing().explanation());
  }

  private RunEvent paused(
      String by, WaitReason reason, Phase phase, String sentence, Explanation explanation) {
    return new ControlEvent.Paused(
        by,
        Optional.of(inPhase(phase, sentence)),
        now,
        Optional.of(reason.code()),
        Optional.of(explanation.with("phase", phase.name())));
  }

  private static String whatContinues(LimitCrossing limit) {
    return limit.kind() == LimitCrossing.Kind.CALL_USD
        ? "an approver must decide about the call"
        : "an operator must set another limit";
  }

  private RunEvent waiting(NextStep.AwaitBudget wait) {
    return waiting(
        WaitReason.BUDGET,
        wait.phase(),
        wait.crossing().message(),
        wait.until(),
        wait.crossing().explanation());
  }

  /** Returns the event that pauses a run because an operator stopped its job. */
  static ControlEvent.Paused stopped(Instant now) {
    return new ControlEvent.Paused(
        "batch administration",
        Optional.empty(),
        now,
        Optional.empty(),
        Optional.of(Code.JOB_STOPPED.alone()));
  }

  private RunEvent waiting(NextStep.AwaitReconciliation wait) {
    return waiting(
        WaitReason.RECONCILIATION,
        wait.phase(),
        "the outcome of %s is unknown; a person must say what became of it%s"
            .formatted(
                ids(wait.calls()),
                wait.until().map(until -> "; other calls continue at " + shown(until)).orElse("")),
        wait.until(),
        Code.OUTCOME_UNKNOWN.with("calls", ids(wait.calls())));
  }

  private RunEvent waiting(NextStep.AwaitPerson wait) {
    boolean approval = wait.asking() == QuestionKind.APPROVAL;
    return waiting(
        reason(wait.asking()),
        wait.phase(),
        "a person must %s %s%s"
            .formatted(
                approval ? "approve or deny" : "answer",
                ids(wait.calls()),
                wait.until().map(until -> overAt(wait, until)).orElse("")),
        wait.until(),
        (approval ? Code.CALLS_NEED_APPROVAL : Code.CALLS_NEED_ANSWER)
            .with("calls", ids(wait.calls())));
  }

  private static String overAt(NextStep.AwaitPerson wait, Instant until) {
    return wait.asking() == QuestionKind.APPROVAL
        ? "; at %s other calls continue, or the run pauses if an approval has expired"
            .formatted(shown(until))
        : "; it continues at " + shown(until);
  }

  private static WaitReason reason(QuestionKind asking) {
    return switch (asking) {
      case APPROVAL -> WaitReason.APPROVAL;
      case ANSWER -> WaitReason.ANSWER;
    };
  }

  private RunEvent waiting(NextStep.AwaitChildren wait) {
    return waiting(
        WaitReason.CHILD_RUN,
        wait.phase(),
        "child runs answer " + ids(wait.calls()),
        wait.until(),
        Code.CHILD_RUNS_WORK.with("calls", ids(wait.calls())));
  }

  private static String ids(List<ToolCall> calls) {
    return calls.stream().map(ToolCall::id).collect(Collectors.joining(", "));
  }

  private RunEvent waiting(NextStep.AwaitGuidance wait) {
    return waiting(
        WaitReason.LOOP,
        wait.phase(),
        "nothing new has come since iteration %d, %d times in a row; a person must steer, resume or cancel the run"
            .formatted(wait.lastNewIteration(), wait.streak()),
        Optional.empty(),
        Code.LOOP.with("iteration", wait.lastNewIteration()).with("times", wait.streak()));
  }

  private RunEvent waiting(NextStep.AwaitTime wait) {
    return waiting(
        WaitReason.TIMER,
        wait.phase(),
        "it continues at " + shown(wait.until()),
        Optional.of(wait.until()),
        Code.TIME.alone());
  }

  private RunEvent waiting(NextStep.AwaitRetry wait) {
    String calls = ids(wait.calls());
    return waiting(
        WaitReason.RETRY,
        wait.phase(),
        switch (wait.attempt()) {
          case MODEL -> "the model is called again at " + shown(wait.until());
          case CALL -> "%s is retried at %s".formatted(calls, shown(wait.until()));
          case INQUIRY ->
              "the tool is asked again what became of %s, at %s"
                  .formatted(calls, shown(wait.until()));
        },
        Optional.of(wait.until()),
        switch (wait.attempt()) {
          case MODEL -> Code.MODEL_RETRY.alone();
          case CALL -> Code.CALL_RETRY.with("calls", calls);
          case INQUIRY -> Code.INQUIRY_RETRY.with("calls", calls);
        });
  }

  private RunEvent waiting(
      WaitReason reason,
      Phase phase,
      String sentence,
      Optional<Instant> until,
      Explanation explanation) {
    Explanation inPhase = explanation.with("phase", phase.name());
    return new LifecycleEvent.Waiting(
        reason.code(),
        inPhase(phase, sentence),
        until,
        until.map(time -> inPhase.with("until", time)).orElse(inPhase),
        now);
  }

  private static String inPhase(Phase phase, String sentence) {
    return "phase '%s': %s".formatted(phase.name(), sentence);
  }

  private static Instant shown(Instant until) {
    return until.truncatedTo(ChronoUnit.SECONDS);
  }
}
