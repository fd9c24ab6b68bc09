package dev.reprise.webhook;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.reprise.agent.message.Failure;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.ReminderEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a webhook can be told. The names are a promise to receivers; they are those of the record
 * where it has one.
 */
public enum EventKind {
  /** The run waits until a person approves or denies calls. */
  WAITING_FOR_APPROVAL("run.waiting-for-approval", RunStatus.WAITING),
  /** The run waits until a person answers questions of the model. */
  WAITING_FOR_ANSWER("run.waiting-for-answer", RunStatus.WAITING),
  /** The run waits until a person says what the outcomes of calls are. */
  WAITING_FOR_RECONCILIATION("run.waiting-for-reconciliation", RunStatus.WAITING),
  /** The run repeats itself, and waits until a person directs it. */
  WAITING_FOR_GUIDANCE("run.waiting-for-guidance", RunStatus.WAITING),
  /** The run waits for a server that has what it pins, or for a person who accepts other things. */
  WAITING_FOR_MIGRATION("run.waiting-for-migration", RunStatus.WAITING),
  /** The run waits until a limit of what all runs spend in a day starts again. */
  WAITING_FOR_BUDGET("run.waiting-for-budget", RunStatus.WAITING),
  /** A person passed a call that waits for people on to a colleague. */
  CALL_ASSIGNED("tool-call.assigned", RunStatus.WAITING),
  /** A call waits for people for longer than {@code reprise.approvals.remind-after}. */
  CALL_REMINDED("tool-call.reminded", RunStatus.WAITING),
  /** A call waits for people for longer than {@code reprise.approvals.escalate-after}. */
  CALL_ESCALATED("tool-call.escalated", RunStatus.WAITING),
  /** The run is paused: by a person, or because a limit of time or cost was reached. */
  PAUSED("run.paused", RunStatus.PAUSED),
  /**
   * The next call would cross a limit of spending. It is not made: the run pauses, waits or fails.
   */
  BUDGET_REACHED("budget.reached", RunStatus.RUNNING),
  /** A call of a model or of a tool was retried, and has no attempt or no time left. */
  RETRIES_EXHAUSTED("retries.exhausted", RunStatus.RUNNING),
  /** A model gave no answer: its retries are used up, or would not help. The phase ends. */
  MODEL_FAILED("model.failed", RunStatus.RUNNING),
  /** The server that held the run was lost, and a server continues the run. */
  RECOVERED("run.recovered", RunStatus.RUNNING),
  /** The run ended with its answer. */
  COMPLETED("run.completed", RunStatus.COMPLETED),
  /** The run ended without an answer. */
  FAILED("run.failed", RunStatus.FAILED),
  /** The run was cancelled. */
  CANCELLED("run.cancelled", RunStatus.CANCELLED),
  /** The run was given up after too many attempts without progress. */
  DEAD_LETTERED("run.dead-lettered", RunStatus.DEAD_LETTER);

  private final String eventName;
  private final RunStatus status;

  EventKind(String eventName, RunStatus status) {
    this.eventName = eventName;
    this.status = status;
  }

  /** Returns the name in messages and the API. */
  @JsonValue
  public String eventName() {
    return eventName;
  }

  /** Returns the status that the run has with the event. */
  RunStatus status() {
    return status;
  }

  /** Returns the kind of this name. */
  public static Optional<EventKind> named(String name) {
    return Arrays.stream(values()).filter(kind -> kind.eventName.equals(name)).findFirst();
  }

  /**
   * Returns the kinds of an event, the most specific first; empty if webhooks cannot be told of it.
   * An admission is a recovery only if the run's row counts a lost server, which the event does not
   * say.
   */
  static List<EventKind> of(RunEvent event) {
    return switch (event) {
      case LifecycleEvent.Waiting waiting -> ofWait(waiting.waitingFor()).stream().toList();
      case LifecycleEvent.Admitted ignored -> List.of(RECOVERED);
      case LifecycleEvent.Completed ignored -> List.of(COMPLETED);
      case LifecycleEvent.Failed ignored -> List.of(FAILED);
      case LifecycleEvent.DeadLettered ignored -> List.of(DEAD_LETTERED);
      case ControlEvent.Cancelled ignored -> List.of(CANCELLED);
      case ControlEvent.Paused ignored -> List.of(PAUSED);
      case PhaseEvent.BudgetReached ignored -> List.of(BUDGET_REACHED);
      case ModelEvent.Failed failed when failed.retries().isPresent() ->
          List.of(RETRIES_EXHAUSTED, MODEL_FAILED);
      case ModelEvent.Failed ignored -> List.of(MODEL_FAILED);
      case ToolCallEvent.Failed failed when failed.retries().isPresent() ->
          List.of(RETRIES_EXHAUSTED);
      case ToolCallEvent.Unknown unknown when unknown.attempt() > 1 && unknown.next().isEmpty() ->
          List.of(RETRIES_EXHAUSTED);
      case HumanInputEvent.Assigned ignored -> List.of(CALL_ASSIGNED);
      case ReminderEvent reminder ->
          List.of(
              switch (reminder.kind()) {
                case REMINDER -> CALL_REMINDED;
                case ESCALATION -> CALL_ESCALATED;
              });
      case LifecycleEvent ignored -> List.of();
      case ControlEvent ignored -> List.of();
      case PhaseEvent ignored -> List.of();
    };
  }

  private static Optional<EventKind> ofWait(String waitingFor) {
    return Arrays.stream(WaitReason.values())
        .filter(reason -> reason.code().equals(waitingFor))
        .findFirst()
        .flatMap(EventKind::ofWait);
  }

  private static Optional<EventKind> ofWait(WaitReason reason) {
    return switch (reason) {
      case APPROVAL -> Optional.of(WAITING_FOR_APPROVAL);
      case ANSWER -> Optional.of(WAITING_FOR_ANSWER);
      case RECONCILIATION -> Optional.of(WAITING_FOR_RECONCILIATION);
      case LOOP -> Optional.of(WAITING_FOR_GUIDANCE);
      case MIGRATION -> Optional.of(WAITING_FOR_MIGRATION);
      case BUDGET -> Optional.of(WAITING_FOR_BUDGET);
      case TIMER, RETRY, CHILD_RUN -> Optional.empty();
    };
  }

  /** Returns what the record says about why an event of some kind happened. */
  static Optional<String> reason(RunEvent event) {
    return switch (event) {
      case LifecycleEvent.Waiting waiting -> Optional.of(waiting.reason());
      case LifecycleEvent.Failed failed -> Optional.of(failed.failure().toString());
      case LifecycleEvent.DeadLettered ended -> Optional.of(ended.failure().toString());
      case ControlEvent.Cancelled cancelled -> Optional.of(cancelled.reason());
      case ControlEvent.Paused paused -> paused.reason();
      case PhaseEvent.BudgetReached reached -> Optional.of(reached.crossing().message());
      case ModelEvent.Failed failed -> Optional.of(failed.failure().toString());
      case ToolCallEvent.Failed failed ->
          Optional.of(notTriedAgain(failed, "it failed", failed.failure()));
      case ToolCallEvent.Unknown unknown ->
          Optional.of(notTriedAgain(unknown, "its outcome is unknown", unknown.failure()));
      case HumanInputEvent.Assigned assigned ->
          Optional.of(
              "call '%s' was passed on to %s by %s"
                  .formatted(assigned.callId(), assigned.to(), assigned.by()));
      case ReminderEvent reminder ->
          Optional.of("call '%s' still waits for people".formatted(reminder.callId()));
      case LifecycleEvent ignored -> Optional.empty();
      case ControlEvent ignored -> Optional.empty();
      case PhaseEvent ignored -> Optional.empty();
    };
  }

  /** Returns a text without the words of the tool, which may be what it was asked for. */
  private static String notTriedAgain(ToolCallEvent call, String outcome, Failure failure) {
    return "call '%s' was retried and is not tried again: %s (%s)"
        .formatted(call.callId(), outcome, failure.code());
  }
}
