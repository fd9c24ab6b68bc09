package dev.reprise.execution.job;

import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.DefinitionMismatch;
import dev.reprise.execution.StopCause;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.Run;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.WaitReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Decides with which event a job lets go of its run: what the run has reached, against why the job
 * stops.
 *
 * <p>What has been reached comes first: an answer that races with a stop is an answer. A wish to
 * cancel wins over everything else, and one to pause over a wait.
 *
 * <p>A stop of any other kind wins over a wait that does not end in the record, for another run or
 * for a message: what ends it may have come and been taken off already, and only a job that was not
 * stopped has looked. Every other wait stays one: its record shows that it is not over.
 *
 * @param server this start of the server
 * @param now when it lets go
 * @param grounds for a stop
 */
public record ReleaseDecision(String server, Instant now, Evidence grounds) {

  /** Looks up what is behind a cause to stop; asked only where there is one. */
  public interface Evidence {

    Run.CancelRequest cancel();

    DefinitionMismatch misfit();

    /** Returns the wish, unless it was withdrawn meanwhile. */
    Optional<Run.PauseRequest> pause();
  }

  /**
   * Returns the event.
   *
   * @param next what the run would do next
   * @param cause why the job stops; empty if it has nothing more to do
   * @throws IllegalStateException if the run is not this job's to let go of
   */
  public RunEvent event(NextStep next, Optional<StopCause> cause) {
    if (cause.filter(StopCause::isBeyondTheJob).isPresent() || next instanceof NextStep.Ended) {
      throw new IllegalStateException(
          "the run is not this job's to let go of: %s, %s".formatted(cause, next));
    }
    if (next instanceof NextStep.Finish(String output)) {
      return new LifecycleEvent.Completed(output);
    }
    if (cause.equals(Optional.of(StopCause.CANCEL))) {
      return cancelled(grounds.cancel());
    }
    return switch (next) {
      case NextStep.Fail(var failure) -> new LifecycleEvent.Failed(failure);
      case NextStep.GiveUp(var failure) -> new LifecycleEvent.DeadLettered(failure);
      case NextStep.InPhase step when cause.equals(Optional.of(StopCause.PAUSE)) -> paused();
      case NextStep.AwaitReconciliation wait -> waiting(wait);
      case NextStep.AwaitPerson wait -> waiting(wait);
      case NextStep.AwaitTime wait -> waiting(wait);
      case NextStep.AwaitRetry wait -> waiting(wait);
      case NextStep.AwaitChildren wait when cause.isEmpty() -> waiting(wait);
      case NextStep.AwaitGuidance wait when cause.isEmpty() -> waiting(wait);
      case NextStep.InPhase ignored when cause.equals(Optional.of(StopCause.MISFIT)) ->
          grounds.misfit().waiting(now);
      case NextStep.InPhase ignored -> unfinished(cause);
      case NextStep.Finish ignored -> throw new IllegalStateException("handled above");
      case NextStep.Ended ignored -> throw new IllegalStateException("handled above");
    };
  }

  private static RunEvent cancelled(Run.CancelRequest wish) {
    return new ControlEvent.Cancelled(wish.by(), wish.reason());
  }

  /** A wish that was withdrawn after the job had stopped for it leaves the run due, at no cost. */
  private RunEvent paused() {
    return grounds
        .pause()
        .<RunEvent>map(wish -> new ControlEvent.Paused(wish.by(), wish.reason(), now))
        .orElseGet(() -> new LifecycleEvent.HandedOver(server));
  }

  /**
   * A run that was not asked to stop and yet is unfinished waited, and what it waited for came
   * while its job ended: it is due again, at no cost.
   */
  private RunEvent unfinished(Optional<StopCause> cause) {
    return cause.equals(Optional.of(StopCause.OPERATOR))
        ? new ControlEvent.Paused("batch administration", Optional.empty(), now)
        : new LifecycleEvent.HandedOver(server);
  }

  private static RunEvent waiting(NextStep.AwaitReconciliation wait) {
    return new LifecycleEvent.Waiting(
        WaitReason.RECONCILIATION.code(),
        "phase '%s': nobody knows what became of %s; a person has to say%s"
            .formatted(
                wait.phase().name(),
                ids(wait.calls()),
                wait.until().map(until -> "; it goes on with others at " + until).orElse("")),
        wait.until());
  }

  private static RunEvent waiting(NextStep.AwaitPerson wait) {
    return new LifecycleEvent.Waiting(
        reason(wait.asking()).code(),
        "phase '%s': a person has to %s %s%s"
            .formatted(
                wait.phase().name(),
                wait.asking() == QuestionKind.APPROVAL ? "approve or refuse" : "answer",
                ids(wait.calls()),
                wait.until().map(until -> "; it goes on at " + until).orElse("")),
        wait.until());
  }

  private static WaitReason reason(QuestionKind asking) {
    return switch (asking) {
      case APPROVAL -> WaitReason.APPROVAL;
      case ANSWER -> WaitReason.ANSWER;
    };
  }

  private static RunEvent waiting(NextStep.AwaitChildren wait) {
    return new LifecycleEvent.Waiting(
        WaitReason.CHILD_RUN.code(),
        "phase '%s': other runs do what %s ask".formatted(wait.phase().name(), ids(wait.calls())),
        wait.until());
  }

  private static String ids(List<ToolCall> calls) {
    return calls.stream().map(ToolCall::id).collect(Collectors.joining(", "));
  }

  private static RunEvent waiting(NextStep.AwaitGuidance wait) {
    return new LifecycleEvent.Waiting(
        WaitReason.LOOP.code(),
        "phase '%s': nothing new has come since iteration %d, %d times in a row; a person has to steer, resume or cancel the run"
            .formatted(wait.phase().name(), wait.newsAt(), wait.streak()),
        Optional.empty());
  }

  private static RunEvent waiting(NextStep.AwaitTime wait) {
    return new LifecycleEvent.Waiting(
        WaitReason.TIMER.code(),
        "phase '%s': it goes on at %s".formatted(wait.phase().name(), wait.until()),
        Optional.of(wait.until()));
  }

  private static String again(NextStep.AwaitRetry wait) {
    return switch (wait.attempt()) {
      case MODEL -> "the model is asked again";
      case CALL -> "%s is tried again".formatted(ids(wait.calls()));
      case INQUIRY -> "the tool is asked again what became of %s,".formatted(ids(wait.calls()));
    };
  }

  private static RunEvent waiting(NextStep.AwaitRetry wait) {
    return new LifecycleEvent.Waiting(
        WaitReason.RETRY.code(),
        "phase '%s': %s at %s".formatted(wait.phase().name(), again(wait), wait.until()),
        Optional.of(wait.until()));
  }
}
