package dev.reprise.crash;

import dev.reprise.journal.Journal;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import java.util.List;
import java.util.UUID;

/** Holds writers of the journal at the points that lie before and behind their appends. */
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
  public Position append(UUID run, long epoch, Position head, List<? extends RunEvent> events) {
    for (RunEvent event : events) {
      before(run, event);
    }
    Position end = journal.append(run, epoch, head, events);
    for (RunEvent event : events) {
      behind(run, event);
    }
    return end;
  }

  private void before(UUID run, RunEvent event) {
    switch (event) {
      // The prompt of a run's first phase says where to hold it.
      case RunEvent.PhaseStarted start ->
          CrashPoint.named(start.prompt()).ifPresent(point -> plan.plan(run, point));
      case RunEvent.ToolCallStarted ignored -> plan.reach(run, CrashPoint.BEFORE_INTENT);
      case RunEvent.PhaseCompleted ignored -> plan.reach(run, CrashPoint.BEFORE_PHASE_END);
      case RunEvent.RunCompleted ignored -> plan.reach(run, CrashPoint.BEFORE_CONCLUDE);
      default -> {}
    }
  }

  private void behind(UUID run, RunEvent event) {
    switch (event) {
      case RunEvent.ToolCallCompleted ignored ->
          plan.reachOnceDurable(run, CrashPoint.AFTER_RESULT);
      case RunEvent.PhaseCompleted ignored ->
          plan.reachOnceDurable(run, CrashPoint.AFTER_PHASE_END);
      case RunEvent.RunCompleted ignored -> plan.reachOnceDurable(run, CrashPoint.DURING_CONCLUDE);
      default -> {}
    }
  }
}
