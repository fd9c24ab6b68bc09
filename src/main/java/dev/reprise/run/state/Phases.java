package dev.reprise.run.state;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Phase;
import dev.reprise.agent.message.Failure;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The state of each phase of a run. Tested by {@code LoopingTest}.
 *
 * @param states by the phase's name, in the agent's order; never changed
 */
public record Phases(Map<String, PhaseState> states) {

  public static Phases pending(AgentDefinition agent) {
    Map<String, PhaseState> pending = new LinkedHashMap<>();
    agent.phases().forEach(phase -> pending.put(phase.name(), new PhaseState.Pending()));
    return new Phases(pending);
  }

  /** Returns the state of a phase of the run's agent. */
  public PhaseState at(Phase phase) {
    return at(phase.name());
  }

  PhaseState at(String phase) {
    PhaseState state = states.get(phase);
    if (state == null) {
      throw new IllegalStateException("the agent has no phase '%s'".formatted(phase));
    }
    return state;
  }

  /**
   * Returns the work of an open phase.
   *
   * @throws IllegalStateException if the phase is not open
   */
  PhaseProgress workOf(String phase) {
    if (at(phase) instanceof PhaseState.Open(PhaseProgress work)) {
      return work;
    }
    throw new IllegalStateException(
        "phase '%s' is not open but %s".formatted(phase, at(phase).getClass().getSimpleName()));
  }

  /** Returns how many phases the run has passed. */
  int passed() {
    return (int) states.values().stream().filter(PhaseState::isPassed).count();
  }

  Phases with(String phase, PhaseState state) {
    Map<String, PhaseState> next = new LinkedHashMap<>(states);
    next.put(phase, state);
    return new Phases(next);
  }

  /**
   * Changes the work of one phase.
   *
   * @throws IllegalStateException if the phase is not open
   */
  Phases with(String phase, UnaryOperator<PhaseProgress> step) {
    return with(phase, new PhaseState.Open(step.apply(workOf(phase))));
  }

  /** Changes the work of each open phase. */
  Phases withEachOpen(UnaryOperator<PhaseProgress> step) {
    return mapped(
        phase ->
            phase instanceof PhaseState.Open(PhaseProgress work)
                ? new PhaseState.Open(step.apply(work))
                : phase);
  }

  /** Opens failed phases again, and gives the work of each open one fresh limits. */
  Phases retried(UnaryOperator<PhaseProgress> afresh) {
    return mapped(
        phase ->
            switch (phase) {
              case PhaseState.Failed failed -> new PhaseState.Open(afresh.apply(failed.work()));
              case PhaseState.Open open -> new PhaseState.Open(afresh.apply(open.work()));
              case PhaseState.Pending pending -> pending;
              case PhaseState.Completed completed -> completed;
              case PhaseState.Skipped skipped -> skipped;
            });
  }

  private Phases mapped(UnaryOperator<PhaseState> change) {
    Map<String, PhaseState> next = new LinkedHashMap<>(states);
    next.replaceAll((name, phase) -> change.apply(phase));
    return new Phases(next);
  }

  /**
   * Fails the current phase if any phase has begun. The contents of the earlier messages were only
   * in the memory of the server that released or lost the run.
   */
  Phases interruptedWithoutBodies(String current, Instant at) {
    boolean isLost =
        states.values().stream()
            .anyMatch(it -> it instanceof PhaseState.Open || it instanceof PhaseState.Completed);
    if (!isLost) {
      return this;
    }
    PhaseProgress work =
        at(current) instanceof PhaseState.Open(PhaseProgress open)
            ? open
            : PhaseProgress.started("", at);
    var failure =
        new Failure(
            "bodies_not_kept",
            "the run was interrupted behind the start of a phase, and its agent has what was said"
                + " not recorded (record.bodies): it cannot go on");
    return with(current, new PhaseState.Failed(work, failure));
  }
}
