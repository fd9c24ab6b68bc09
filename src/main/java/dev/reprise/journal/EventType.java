package dev.reprise.journal;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The closed registry of event types, as the database stores them.
 *
 * <p>Stored data names a type by a word of this list and never by a class. Each type has a sample
 * among the tests. Tested by {@code EventCodecTest}.
 */
public enum EventType {
  RUN_SUBMITTED("run.submitted", LifecycleEvent.Submitted.class),
  RUN_FORKED("run.forked", LifecycleEvent.Forked.class),
  RUN_ADMITTED("run.admitted", LifecycleEvent.Admitted.class),
  PHASE_STARTED("phase.started", PhaseEvent.Started.class),
  MODEL_REPLIED("model.replied", ModelEvent.Replied.class),
  MODEL_RETRYING("model.retrying", ModelEvent.Retrying.class),
  MODEL_FELL_BACK("model.fell-back", ModelEvent.FellBack.class),
  MODEL_UNANSWERED("model.unanswered", ModelEvent.Unanswered.class),
  MODEL_FAILED("model.failed", ModelEvent.Failed.class),
  TOOL_CALL_STARTED("tool-call.started", ToolCallEvent.Started.class),
  TOOL_CALL_CODE_RAN("tool-call.code-ran", AttemptEvent.CodeRan.class),
  TOOL_CALL_CHARGED("tool-call.charged", AttemptEvent.Charged.class),
  TOOL_CALL_COMPLETED("tool-call.completed", ToolCallEvent.Completed.class),
  TOOL_CALL_RETRYING("tool-call.retrying", ToolCallEvent.Retrying.class),
  TOOL_CALL_UNKNOWN("tool-call.unknown", ToolCallEvent.Unknown.class),
  TOOL_CALL_FAILED("tool-call.failed", ToolCallEvent.Failed.class),
  TOOL_CALL_RESOLVED("tool-call.resolved", HumanInputEvent.Resolved.class),
  TOOL_CALL_RECONCILED("tool-call.reconciled", ToolCallEvent.Reconciled.class),
  TOOL_CALL_DEFERRED("tool-call.deferred", ToolCallEvent.Deferred.class),
  TOOL_CALL_ASKED("tool-call.asked", ToolCallEvent.Asked.class),
  TOOL_CALL_ANSWERED("tool-call.answered", HumanInputEvent.Answered.class),
  TOOL_CALL_DECIDED("tool-call.decided", HumanInputEvent.Decided.class),
  TOOL_CALL_ALLOWED("tool-call.allowed", HumanInputEvent.Allowed.class),
  TOOL_CALL_ASSIGNED("tool-call.assigned", HumanInputEvent.Assigned.class),
  TOOL_CALL_REMINDED("tool-call.reminded", ReminderEvent.class),
  TOOL_CALL_EDITED("tool-call.edited", HumanInputEvent.Edited.class),
  TOOL_CALL_DELEGATED("tool-call.delegated", ChildRunEvent.Delegated.class),
  TOOL_CALL_RETURNED("tool-call.returned", ChildRunEvent.Returned.class),
  MESSAGE_POSTED("message.posted", PhaseEvent.MessagePosted.class),
  LOOP_SUSPECTED("loop.suspected", PhaseEvent.LoopSuspected.class),
  OUTPUT_REJECTED("output.rejected", PhaseEvent.OutputRejected.class),
  TRANSCRIPT_COMPACTED("transcript.compacted", ModelEvent.TranscriptCompacted.class),
  COMPACTION_FAILED("compaction.failed", ModelEvent.CompactionFailed.class),
  PHASE_COMPLETED("phase.completed", PhaseEvent.Completed.class),
  PHASE_SKIPPED("phase.skipped", PhaseEvent.Skipped.class),
  PHASE_FAILED("phase.failed", PhaseEvent.Failed.class),
  RUN_WAITING("run.waiting", LifecycleEvent.Waiting.class),
  RUN_HANDED_OVER("run.handed-over", LifecycleEvent.HandedOver.class),
  RUN_BROKE_DOWN("run.broke-down", LifecycleEvent.BrokeDown.class),
  RUN_BUDGET_SET("run.budget-set", ControlEvent.BudgetSet.class),
  RUN_ATTRIBUTED("run.attributed", ControlEvent.Attributed.class),
  RUN_LABELLED("run.labelled", ControlEvent.Labelled.class),
  BUDGET_REACHED("budget.reached", PhaseEvent.BudgetReached.class),
  RUN_PAUSED("run.paused", ControlEvent.Paused.class),
  RUN_RESUMED("run.resumed", ControlEvent.Resumed.class),
  RUN_IMPORTED("run.imported", ControlEvent.Imported.class),
  RUN_RETRIED("run.retried", ControlEvent.Retried.class),
  RUN_MIGRATED("run.migrated", ControlEvent.Migrated.class),
  RECORD_DELAYED("record.delayed", LifecycleEvent.RecordDelayed.class),
  RUN_CHECKPOINTED("run.checkpointed", LifecycleEvent.Checkpointed.class),
  RUN_COMPLETED("run.completed", LifecycleEvent.Completed.class),
  RUN_FAILED("run.failed", LifecycleEvent.Failed.class),
  RUN_CANCELLED("run.cancelled", ControlEvent.Cancelled.class),
  RUN_DEAD_LETTERED("run.dead-lettered", LifecycleEvent.DeadLettered.class);

  private static final Map<String, EventType> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(EventType::typeName, Function.identity()));
  private static final Map<Class<?>, EventType> BY_CLASS =
      Arrays.stream(values()).collect(Collectors.toMap(type -> type.event, Function.identity()));

  private final String typeName;
  public final Class<? extends RunEvent> event;

  EventType(String typeName, Class<? extends RunEvent> event) {
    this.typeName = typeName;
    this.event = event;
  }

  /** Returns the name that the database, the API and the stream use. */
  public String typeName() {
    return typeName;
  }

  /** Returns the version of the stored form: all types are in their first one. */
  public int version() {
    return 1;
  }

  /** Returns the type of an event. */
  public static EventType of(RunEvent event) {
    EventType type = BY_CLASS.get(event.getClass());
    if (type == null) {
      throw new IllegalStateException(event.getClass() + " is missing in the registry");
    }
    return type;
  }

  /**
   * Returns the type of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static EventType named(String name) {
    EventType type = BY_NAME.get(name);
    if (type == null) {
      throw new IllegalArgumentException("unknown event type '" + name + "'");
    }
    return type;
  }
}
