package dev.reprise.journal;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The closed registry of event types as they stand in the database.
 *
 * <p>Data names a type by a word of this list and never by a class. A change that older readers
 * would misread gets the next version, and the old version stays readable for ever (see {@link
 * EventUpcaster}). Each type and version has a sample among the tests.
 */
public enum EventType {
  RUN_SUBMITTED("run.submitted", RunEvent.RunSubmitted.class),
  RUN_FORKED("run.forked", RunEvent.RunForked.class),
  RUN_ADMITTED("run.admitted", RunEvent.RunAdmitted.class),
  PHASE_STARTED("phase.started", RunEvent.PhaseStarted.class),
  MODEL_REPLIED("model.replied", 2, RunEvent.ModelReplied.class),
  MODEL_RETRYING("model.retrying", RunEvent.ModelRetrying.class),
  MODEL_FELL_BACK("model.fell-back", RunEvent.ModelFellBack.class),
  MODEL_FAILED("model.failed", RunEvent.ModelFailed.class),
  TOOL_CALL_STARTED("tool-call.started", RunEvent.ToolCallStarted.class),
  TOOL_CALL_COMPLETED("tool-call.completed", RunEvent.ToolCallCompleted.class),
  TOOL_CALL_RETRYING("tool-call.retrying", RunEvent.ToolCallRetrying.class),
  TOOL_CALL_UNKNOWN("tool-call.unknown", RunEvent.ToolCallUnknown.class),
  TOOL_CALL_FAILED("tool-call.failed", RunEvent.ToolCallFailed.class),
  TOOL_CALL_RESOLVED("tool-call.resolved", RunEvent.ToolCallResolved.class),
  TOOL_CALL_RECONCILED("tool-call.reconciled", RunEvent.ToolCallReconciled.class),
  TOOL_CALL_DEFERRED("tool-call.deferred", RunEvent.ToolCallDeferred.class),
  TOOL_CALL_ASKED("tool-call.asked", RunEvent.ToolCallAsked.class),
  TOOL_CALL_ANSWERED("tool-call.answered", RunEvent.ToolCallAnswered.class),
  TOOL_CALL_DECIDED("tool-call.decided", RunEvent.ToolCallDecided.class),
  TOOL_CALL_DELEGATED("tool-call.delegated", RunEvent.ToolCallDelegated.class),
  TOOL_CALL_RETURNED("tool-call.returned", RunEvent.ToolCallReturned.class),
  MESSAGE_POSTED("message.posted", RunEvent.MessagePosted.class),
  LOOP_SUSPECTED("loop.suspected", RunEvent.LoopSuspected.class),
  TRANSCRIPT_COMPACTED("transcript.compacted", RunEvent.TranscriptCompacted.class),
  COMPACTION_FAILED("compaction.failed", RunEvent.CompactionFailed.class),
  PHASE_COMPLETED("phase.completed", RunEvent.PhaseCompleted.class),
  PHASE_SKIPPED("phase.skipped", RunEvent.PhaseSkipped.class),
  PHASE_FAILED("phase.failed", RunEvent.PhaseFailed.class),
  RUN_WAITING("run.waiting", RunEvent.RunWaiting.class),
  RUN_HANDED_OVER("run.handed-over", RunEvent.RunHandedOver.class),
  RUN_BROKE_DOWN("run.broke-down", RunEvent.RunBrokeDown.class),
  RUN_PAUSED("run.paused", RunEvent.RunPaused.class),
  RUN_RESUMED("run.resumed", RunEvent.RunResumed.class),
  RUN_IMPORTED("run.imported", RunEvent.RunImported.class),
  RUN_RETRIED("run.retried", RunEvent.RunRetried.class),
  RUN_MIGRATED("run.migrated", RunEvent.RunMigrated.class),
  RECORD_DELAYED("record.delayed", RunEvent.RecordDelayed.class),
  RUN_CHECKPOINTED("run.checkpointed", RunEvent.RunCheckpointed.class),
  RUN_COMPLETED("run.completed", RunEvent.RunCompleted.class),
  RUN_FAILED("run.failed", RunEvent.RunFailed.class),
  RUN_CANCELLED("run.cancelled", RunEvent.RunCancelled.class),
  RUN_DEAD_LETTERED("run.dead-lettered", RunEvent.RunDeadLettered.class);

  private static final Map<String, EventType> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(EventType::typeName, Function.identity()));
  private static final Map<Class<?>, EventType> BY_CLASS =
      Arrays.stream(values()).collect(Collectors.toMap(type -> type.event, Function.identity()));

  private final String typeName;
  private final int version;
  public final Class<? extends RunEvent> event;

  EventType(String typeName, Class<? extends RunEvent> event) {
    this(typeName, 1, event);
  }

  EventType(String typeName, int version, Class<? extends RunEvent> event) {
    this.typeName = typeName;
    this.version = version;
    this.event = event;
  }

  /** Returns the word that stands in the database, the API and the stream. */
  public String typeName() {
    return typeName;
  }

  /** Returns the version in which the type is written today; all before it stay readable. */
  public int version() {
    return version;
  }

  /** Returns the forms in which an event of this type may stand in the record, today's first. */
  public List<Class<?>> forms() {
    return Stream.concat(
            Stream.of(event),
            IntStream.range(1, version)
                .mapToObj(back -> EventUpcaster.form(this, version - back).orElseThrow()))
        .<Class<?>>map(form -> form)
        .toList();
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
