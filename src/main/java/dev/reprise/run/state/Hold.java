package dev.reprise.run.state;

import dev.reprise.agent.budget.LimitCrossing;
import java.util.Optional;

/** What keeps a person from letting a run continue, so that an operator must. */
public sealed interface Hold {

  /** Another person paused the run, or denied its model call. */
  record Paused(String by) implements Hold {}

  /** People must approve the next model call, because it is expected to be expensive. */
  record ModelCall() implements Hold {}

  /** A limit of the run's own budget is reached. */
  record Limit(LimitCrossing.Kind kind) implements Hold {}

  /**
   * Returns the hold. It stays when the run is cancelled, because a fork would continue the run.
   *
   * @return empty if nothing holds the run up but the person's own pause, an approval that did not
   *     come in time, or a limit that starts again
   */
  static Optional<Hold> of(RunState state, String person) {
    var allowance = state.consumption().allowance();
    Optional<Hold> paused =
        allowance.pausedBy().stream()
            .filter(by -> !by.equals(person))
            .findFirst()
            .map(Hold.Paused::new);
    return paused.or(
        () -> allowance.crossed().filter(limit -> limit.until().isEmpty()).map(Hold::of));
  }

  private static Hold of(LimitCrossing limit) {
    return limit.kind() == LimitCrossing.Kind.CALL_USD
        ? new Hold.ModelCall()
        : new Hold.Limit(limit.kind());
  }
}
