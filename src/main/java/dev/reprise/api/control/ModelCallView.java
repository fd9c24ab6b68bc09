package dev.reprise.api.control;

import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.run.Run;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * The next model call of a run that paused because the call is expected to cost more than one may
 * without a person.
 *
 * @param needed what it is expected to cost, in US dollars; a decision must name it. Absent if that
 *     is not known, because the model has no price
 * @param limit what one may cost without a person, in US dollars
 * @param mayDecide who may decide about it
 */
public record ModelCallView(Optional<BigDecimal> needed, BigDecimal limit, MayDecide mayDecide) {

  /** Returns the model call about which people decide next; empty if the run waits for none. */
  static Optional<ModelCallView> of(Run run, RunState state, Deciders deciders) {
    return state
        .consumption()
        .allowance()
        .crossed()
        .filter(reached -> isPaused(run) && reached.kind() == LimitCrossing.Kind.CALL_USD)
        .map(
            reached ->
                new ModelCallView(
                    reached.needed(), reached.limit(), deciders.ofModelCall(run, state)));
  }

  /** Returns whether a limit of spending paused the run. */
  static boolean isPaused(Run run) {
    return run.status() == RunStatus.PAUSED
        && run.waitingFor().equals(Optional.of(WaitReason.BUDGET.code()));
  }
}
