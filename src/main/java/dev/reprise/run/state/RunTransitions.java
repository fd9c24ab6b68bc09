package dev.reprise.run.state;

import dev.reprise.agent.Phase;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** How an event about a whole run changes the run's state. Tested by {@code PartiesTest}. */
final class RunTransitions {

  private RunTransitions() {}

  static RunState apply(RunState state, RunEvent event) {
    FailureCounts failures = state.failures();
    Attempts attempts = failures.attempts();
    return switch (event) {
      case LifecycleEvent.Submitted submitted ->
          withoutAttempts(state.with(state.assignment().submitted(submitted)));
      case LifecycleEvent.Forked forked -> forked(state, forked);
      case LifecycleEvent.Admitted admitted -> admitted(state, admitted);
      case PhaseEvent inPhase -> PhaseTransitions.apply(state, inPhase);
      case LifecycleEvent.HandedOver ignored -> state.with(failures.with(attempts.handedOver()));
      case LifecycleEvent.BrokeDown broke ->
          state.with(
              failures.with(
                  broke.costsAttempt()
                      ? attempts.brokeDown(broke.failure())
                      : attempts.handedOver()));
      case LifecycleEvent.Waiting waiting -> waiting(state, waiting);
      case ControlEvent.Paused paused -> paused(state, paused);
      case ControlEvent.Imported imported ->
          pausedBy(paused(state, imported.at()), imported.by())
              .with(state.assignment().imported(imported));
      case ControlEvent.Resumed resumed -> resumed(state, resumed);
      case ControlEvent.BudgetSet set ->
          state.with(state.consumption().with(allowed -> allowed.granting(set.budget())));
      case ControlEvent.Labelled ignored -> state;
      case ControlEvent.Attributed attributed -> joined(state, attributed.people());
      case LifecycleEvent.RecordDelayed delayed ->
          state.with(failures.plusStoreFailures(delayed.failures()));
      case LifecycleEvent.Checkpointed ignored -> state;
      case ControlEvent.Retried retried ->
          joined(retried(state, retried.at()), List.of(retried.by()));
      case ControlEvent.Migrated migrated -> migrated(state, migrated);
      case LifecycleEvent.Completed completed ->
          ended(state, new Outcome.Completed(completed.output()));
      case LifecycleEvent.Failed failed -> ended(state, new Outcome.Failed(failed.failure()));
      case ControlEvent.Cancelled(String by, String reason) ->
          ended(state, new Outcome.Cancelled(by, reason));
      case LifecycleEvent.DeadLettered dead ->
          ended(state, new Outcome.DeadLettered(dead.failure()));
    };
  }

  private static RunState withoutAttempts(RunState state) {
    return state.with(state.failures().with(Attempts.NONE));
  }

  private static RunState waiting(RunState state, LifecycleEvent.Waiting event) {
    String reason = event.waitingFor();
    RunState waiting =
        state.with(state.failures().waiting(reason.equals(WaitReason.MIGRATION.code())));
    return WaitReason.stopsDeadlines(reason)
        ? waiting.with(state.clock().paused(event.at()))
        : waiting;
  }

  /** Ends a wait, if there was one that stopped the deadlines. */
  private static RunState admitted(RunState state, LifecycleEvent.Admitted event) {
    Duration wait = state.clock().pauseUntil(event.at());
    Phases phases = state.phases().withEachOpen(work -> work.waited(wait));
    Optional<Phase> current = state.currentPhase();
    if (!state.agent().recordsContent() && current.isPresent()) {
      phases = phases.interruptedWithoutBodies(current.get().name(), event.at());
    }
    if (event.beside().isPresent()) {
      phases = phases.withEachOpen(PhaseProgress::withoutLastStarts);
    }
    FailureCounts failures = state.failures();
    return state
        .with(phases, failures.with(failures.attempts().admitted(event)))
        .with(state.clock().resumed(wait).claimed(event.at()));
  }

  static RunState joined(RunState state, Collection<String> people) {
    return state.with(state.assignment().with(people));
  }

  /** A pause that waits for something has no person who must lift it. */
  private static RunState paused(RunState state, ControlEvent.Paused event) {
    RunState paused = paused(state, event.at());
    return event.waitingFor().isPresent() ? paused : pausedBy(paused, event.by());
  }

  private static RunState pausedBy(RunState state, String by) {
    return state.with(state.consumption().with(allowed -> allowed.pausedBy(by)));
  }

  private static RunState paused(RunState state, Instant at) {
    return withoutAttempts(state.with(state.clock().paused(at)));
  }

  private static RunState resumed(RunState state, ControlEvent.Resumed event) {
    Instant at = event.at();
    Duration pause = state.clock().pauseUntil(at);
    Phases phases = state.phases().withEachOpen(work -> work.resumed(pause, at));
    return state
        .with(phases, state.failures().with(Attempts.NONE))
        .with(state.clock().resumed(pause))
        .with(state.consumption().with(allowed -> allowed.continued(event.approvedUsd())));
  }

  /** The agent's new definition is already in the state, which was folded with it. */
  private static RunState migrated(RunState state, ControlEvent.Migrated event) {
    Set<String> unchanged = state.assignment().unchangedTools(event.tools());
    Phases phases = state.phases().withEachOpen(work -> work.withTools(unchanged));
    RunState next = state.with(state.assignment().migrated(event));
    if (event.agentVersion().isPresent() && state.fallback() > 0) {
      // the first model of the new version may be of another provider than the last model
      phases = phases.withEachOpen(PhaseProgress::forAnyProvider);
      next = next.withFallback(0);
    }
    return next.with(phases, state.failures().afterStep());
  }

  /** Opens failed phases again, with fresh limits and the agent's first model. */
  private static RunState retried(RunState state, Instant at) {
    return new RunState(
        state.assignment(),
        state.phases().retried(work -> retried(state, work, at)),
        0,
        state.consumption().retried(),
        state.clock().retried(at),
        state.failures().with(Attempts.NONE),
        state.messages(),
        Optional.empty());
  }

  private static PhaseProgress retried(RunState state, PhaseProgress work, Instant at) {
    PhaseProgress retried = work.retried(at);
    return state.model().provider().equals(state.agent().models().first().provider())
        ? retried
        : retried.forAnyProvider();
  }

  /**
   * Turns the parent's state into that of the fork: as after a retry, with messages and failures of
   * its own.
   */
  private static RunState forked(RunState parent, LifecycleEvent.Forked event) {
    RunState retried = retried(parent, event.at());
    return new RunState(
        parent.assignment().forked(event),
        retried.phases().withEachOpen(work -> work.forked(event)),
        0,
        parent.consumption().forked(parent.agent().runPolicy().budget()),
        parent.clock().forked(event.at()),
        parent.failures().forked(),
        0,
        Optional.empty());
  }

  /** An end is a step forward too: the attempts before it do not count any more. */
  private static RunState ended(RunState state, Outcome end) {
    return withoutAttempts(state).withOutcome(Optional.of(end));
  }
}
