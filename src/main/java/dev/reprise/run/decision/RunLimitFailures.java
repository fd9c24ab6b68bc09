package dev.reprise.run.decision;

import dev.reprise.agent.Limits;
import dev.reprise.agent.Phase;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.run.state.LoopGuard;
import dev.reprise.run.state.PhaseProgress;
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which limits of a run and its phases are reached, as failures. Tested by {@code RunLimitsTest}.
 */
final class RunLimitFailures {

  /** How often a model may go on with a reply that was cut off. */
  private static final int MAX_CONTINUATIONS = 3;

  private RunLimitFailures() {}

  /** Returns the limit of the run that is reached, if one is. */
  static Optional<Failure> ofRun(RunState state, Instant now) {
    Limits limits =
        new Limits(state.maxIterations(), state.agent().runPolicy().limits().deadline());
    if (now.isAfter(state.deadline())) {
      return Optional.of(runDeadline(state, limits));
    }
    return state.iterationsLeft() == 0
        ? Optional.of(iterationLimit("the run", limits))
        : Optional.empty();
  }

  private static Failure runDeadline(RunState state, Limits limits) {
    return state
        .delegation()
        .filter(delegation -> delegation.deadline().equals(state.deadline()))
        .map(
            delegation ->
                new Failure(
                    "deadline_exceeded",
                    "the parent run %s set the deadline %s, which has passed"
                        .formatted(delegation.parent(), delegation.deadline())))
        .orElseGet(() -> deadlineExceeded("the run", limits));
  }

  /** Returns the limit of a phase that is reached, if one is. */
  static Optional<Failure> ofPhase(Phase phase, PhaseProgress work, Instant now) {
    Limits limits = phase.limits();
    if (now.isAfter(work.deadlineBase().plus(limits.deadline()))) {
      return Optional.of(deadlineExceeded(inWords(phase), limits));
    }
    return work.iterationsSinceRetry() >= limits.maxIterations()
        ? Optional.of(iterationLimit(inWords(phase), limits))
        : Optional.empty();
  }

  /** Returns why a model is not asked again to go on with its reply, if it is not. */
  static Optional<Failure> cutOff(Phase phase, PhaseProgress work) {
    return work.unfinished()
        .filter(begun -> begun.cutOff() > MAX_CONTINUATIONS)
        .map(
            begun ->
                new Failure(
                    Failure.REPLY_CUT_OFF,
                    "%s: %d replies in a row reached the number of tokens that a reply may have%s; allow more (maxOutputTokens), or ask for less"
                        .formatted(
                            inWords(phase),
                            begun.cutOff(),
                            begun.text().isBlank() ? ", with reasoning or calls alone" : "")));
  }

  private static String inWords(Phase phase) {
    return "phase '%s'".formatted(phase.name());
  }

  private static Failure deadlineExceeded(String subject, Limits limits) {
    return new Failure(
        "deadline_exceeded", "%s took longer than %s".formatted(subject, limits.deadline()));
  }

  private static Failure iterationLimit(String subject, Limits limits) {
    return new Failure(
        "iteration_limit",
        "%s had no answer after %d model calls".formatted(subject, limits.maxIterations()));
  }

  /** A run that waits continues from its record, which must then have all contents. */
  static Failure loop(Phase phase, LoopGuard guard) {
    return new Failure(
        "loop",
        "phase '%s' has repeated itself in %d iterations since iteration %d, and what was said is not recorded (record.bodies of the agent): the run cannot wait for a person"
            .formatted(phase.name(), guard.streak(), guard.lastNewIteration()));
  }

  /** A run that waits continues from its record, which must then have all contents. */
  static Failure cannotWait(Phase phase, List<ToolCall> calls) {
    return new Failure(
        "bodies_not_kept",
        "phase '%s' would have to wait for what becomes of %s, and what was said is not recorded (record.bodies of the agent): the run cannot wait"
            .formatted(phase.name(), calls.stream().map(ToolCall::id).toList()));
  }
}
