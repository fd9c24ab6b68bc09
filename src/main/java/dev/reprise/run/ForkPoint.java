package dev.reprise.run;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.state.InheritedCall;
import dev.reprise.run.state.PhaseProgress;
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An event of a run at which a fork begins, and what the fork inherits there.
 *
 * <p>All that the parent did up to the event is the fork's past too. After the event, the parent
 * may have started or ended calls of the reply that was active there. The fork inherits what the
 * parent recorded of these calls, so that it repeats no call that the parent has run.
 *
 * @param parent the run that is forked
 * @param at the event
 * @param before the parent's state at the event
 * @param calls the open calls of the reply that was active at the event
 */
public record ForkPoint(UUID parent, Position at, RunState before, List<InheritedCall> calls) {

  private static final int PAGE = 500;

  public ForkPoint {
    calls = List.copyOf(calls);
  }

  /**
   * A run to fork.
   *
   * @param ended whether the run has ended for good; if not, it may yet continue its open calls
   */
  public record Parent(UUID run, AgentDefinition agent, boolean ended) {}

  /**
   * Reads the fork point at an event of a run.
   *
   * @param effects the effects of tools by name; empty for an unknown tool
   * @throws dev.reprise.journal.BrokenRecordException if the record up to the event is broken
   */
  public static ForkPoint read(
      Journal journal,
      Parent parent,
      long sequence,
      Function<String, Optional<EffectClass>> effects) {
    ReplayedRun folded = ReplayedRun.upTo(journal, parent.run(), sequence, parent.agent());
    List<ToolCallEvent> later = ofCallsInHand(journal, parent.run(), folded);
    Optional<Function<String, Optional<EffectClass>>> ifContinued =
        parent.ended() ? Optional.empty() : Optional.of(effects);
    List<InheritedCall> calls =
        folded.state().openPhase().stream()
            .flatMap(open -> inherited(open, later, ifContinued))
            .toList();
    return new ForkPoint(parent.run(), folded.head(), folded.state(), calls);
  }

  private static Stream<InheritedCall> inherited(
      RunState.OpenPhase open,
      List<ToolCallEvent> later,
      Optional<Function<String, Optional<EffectClass>>> ifContinued) {
    return open.work().calls().stream()
        .filter(call -> !call.isEnded())
        .map(call -> InheritedCall.of(open.location(call), call, later, ifContinued));
  }

  /** Reads what a run recorded about its open calls, until all of them had ended. */
  private static List<ToolCallEvent> ofCallsInHand(Journal journal, UUID run, ReplayedRun folded) {
    List<ToolCallEvent> found = new ArrayList<>();
    RunState state = folded.state();
    Position head = folded.head();
    boolean more = true;
    while (more && state.openPhase().filter(open -> !open.work().calls().isEmpty()).isPresent()) {
      List<RecordedEvent> page = journal.read(run, head, PAGE);
      for (RecordedEvent recorded : page) {
        if (recorded.event() instanceof ToolCallEvent event && isOpen(state, event)) {
          found.add(event);
          state = state.apply(event);
        }
        head = recorded.position();
      }
      more = !page.isEmpty();
    }
    return found;
  }

  private static boolean isOpen(RunState state, ToolCallEvent event) {
    return state
        .openPhase()
        .filter(open -> open.name().equals(event.phase()))
        .filter(open -> open.work().iteration() == event.iteration())
        .flatMap(open -> open.work().call(event.callId()))
        .isPresent();
  }

  /** Returns the events with which the journal of a fork begins. */
  public List<RunEvent> events(NewFork fork, Instant now) {
    return events(
        new LifecycleEvent.Forked(
            parent,
            at.sequence(),
            at.hash(),
            parentsCalls(),
            fork.requester().name(),
            now,
            fork.reason(),
            fork.agent().version(),
            fork.requester().role()),
        fork.id());
  }

  private List<String> parentsCalls() {
    return calls.stream().filter(InheritedCall::isParents).map(call -> call.call().id()).toList();
  }

  /** Returns the first events of a fork of the same agent, for a requester without a known role. */
  public List<RunEvent> events(UUID fork, String by, Instant now, Optional<String> reason) {
    return events(
        new LifecycleEvent.Forked(
            parent,
            at.sequence(),
            at.hash(),
            parentsCalls(),
            by,
            now,
            reason,
            before.assignment().agentVersion(),
            Optional.empty()),
        fork);
  }

  private List<RunEvent> events(LifecycleEvent.Forked forked, UUID fork) {
    List<RunEvent> events = new ArrayList<>();
    events.add(forked);
    calls.forEach(call -> events.addAll(call.eventsIn(fork)));
    return events;
  }

  /** Returns the state in which a fork begins, whichever id it gets. */
  public RunState after(Instant now) {
    RunState state = before;
    for (RunEvent event : events(parent, "", now, Optional.empty())) {
      state = state.apply(event);
    }
    return state;
  }

  /** Returns what a fork does with each call that is open at the event. */
  public List<ForkedCall> fates(Instant now) {
    Optional<PhaseProgress> work = after(now).openPhase().map(RunState.OpenPhase::work);
    return calls.stream()
        .map(
            inherited ->
                work.flatMap(left -> left.call(inherited.call().id()))
                    .map(ForkedCall::of)
                    .orElse(new ForkedCall(inherited.call(), ForkedCall.Fate.TAKEN_OVER)))
        .toList();
  }
}
