package dev.reprise.api.http;

import dev.reprise.agent.QuestionKind;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.ToolCallProgress;
import dev.reprise.run.state.ToolCallState;
import java.util.List;
import java.util.Optional;

/**
 * A call that waits for a person, and what the person's decision must name.
 *
 * @param iteration of the reply that requested the call
 * @param digest of the call in its present state: the tool, its arguments, how often it was started
 *     or a person was asked about it, and the terms and the run of the question
 */
public record OpenCall(
    String phase, int iteration, String id, String tool, String digest, Awaited awaits) {

  /** What a person can do about a call. */
  public enum Awaited {
    /** {@code :approve} or {@code :deny}. */
    DECISION,
    /** {@code :answer}. */
    ANSWER,
    /** {@code :resolve}. */
    RESOLUTION
  }

  /** Returns the calls of a phase that wait for people, while its run has this status. */
  public static List<OpenCall> of(RunStatus run, RunState.OpenPhase phase) {
    return phase.work().calls().stream()
        .flatMap(call -> awaited(run, call).map(it -> of(phase, call, it)).stream())
        .toList();
  }

  private static OpenCall of(RunState.OpenPhase phase, ToolCallState call, Awaited awaited) {
    return new OpenCall(
        phase.name(),
        phase.work().iteration(),
        call.call().id(),
        call.call().tool(),
        call.digest(),
        awaited);
  }

  /** While a server carries the run out, a call in doubt may be running, and waits for no one. */
  private static Optional<Awaited> awaited(RunStatus run, ToolCallState call) {
    if (call.progress() instanceof ToolCallProgress.WithPerson asked) {
      return Optional.of(asked.asking() == QuestionKind.ANSWER ? Awaited.ANSWER : Awaited.DECISION);
    }
    return run == RunStatus.WAITING && call.isInDoubt()
        ? Optional.of(Awaited.RESOLUTION)
        : Optional.empty();
  }
}
