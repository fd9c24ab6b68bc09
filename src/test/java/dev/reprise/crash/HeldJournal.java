package dev.reprise.crash;

import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Writer;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** Holds writers of the journal at the points before and after their appends. */
@Decorator
@Priority(Interceptor.Priority.APPLICATION)
public abstract class HeldJournal implements Journal {

  private final Journal journal;
  private final CrashPlan plan;

  @Inject
  HeldJournal(@Delegate Journal journal, CrashPlan plan) {
    this.journal = journal;
    this.plan = plan;
  }

  @Override
  public PendingAppend append(
      Writer writer, Position head, List<? extends RunEvent> events, FencedUpdate row) {
    return held(writer.run(), events, () -> journal.append(writer, head, events, row));
  }

  @Override
  public PendingAppend append(Writer writer, Position head, List<? extends RunEvent> events) {
    return held(writer.run(), events, () -> journal.append(writer, head, events));
  }

  private PendingAppend held(
      UUID run, List<? extends RunEvent> events, Supplier<PendingAppend> append) {
    for (RunEvent event : events) {
      before(run, event);
    }
    PendingAppend appended = append.get();
    for (RunEvent event : events) {
      after(run, event, appended);
    }
    return appended;
  }

  private void before(UUID run, RunEvent event) {
    switch (event) {
      // The prompt of a run's first phase names the point at which to hold it.
      case PhaseEvent.Started start ->
          CrashPoint.named(start.prompt()).ifPresent(point -> plan.plan(run, point));
      case ToolCallEvent.Started ignored -> plan.reach(run, CrashPoint.BEFORE_INTENT);
      // If a tool does not hold the run itself, the plan holds it right after the tool's effect.
      case ToolCallEvent.Completed ignored -> plan.reach(run, CrashPoint.AFTER_EFFECT);
      case PhaseEvent.Completed ignored -> plan.reach(run, CrashPoint.BEFORE_PHASE_END);
      case LifecycleEvent.Completed ignored -> plan.reach(run, CrashPoint.BEFORE_CONCLUDE);
      default -> {}
    }
  }

  private void after(UUID run, RunEvent event, PendingAppend appended) {
    switch (event) {
      case ToolCallEvent.Completed ignored ->
          plan.reach(run, CrashPoint.AFTER_RESULT, appended::await);
      case PhaseEvent.Completed ignored ->
          plan.reach(run, CrashPoint.AFTER_PHASE_END, appended::await);
      case LifecycleEvent.Completed ignored ->
          plan.reach(run, CrashPoint.DURING_CONCLUDE, appended::await);
      default -> {}
    }
  }
}
