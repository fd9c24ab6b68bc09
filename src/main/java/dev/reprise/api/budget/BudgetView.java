package dev.reprise.api.budget;

import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.budget.Spending;
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.Optional;

/**
 * What a run and its child runs may spend together.
 *
 * @param limits the limits in force: the agent's, or those that people set for the run
 * @param spent what counts towards them
 * @param left what is left of them, without the time
 * @param ends when the time is over; absent without a limit of time, before the run begins and
 *     while it is paused
 * @param reached the limit that the next call would cross; absent if the run may continue
 */
public record BudgetView(
    Budget limits,
    Spending spent,
    Budget left,
    Optional<Instant> ends,
    Optional<LimitCrossing> reached) {

  /** Returns the budget of a run, if anything limits what the run spends. */
  public static Optional<BudgetView> of(RunState state) {
    Budget limits = state.budget();
    Optional<LimitCrossing> reached = state.consumption().allowance().crossed();
    return limits.equals(Budget.NONE) && reached.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new BudgetView(
                limits,
                state.budgetSpent(),
                limits.minus(state.budgetSpent()),
                state.budgetEnd(),
                reached));
  }
}
