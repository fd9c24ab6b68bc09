package dev.reprise.run.decision;

import dev.reprise.agent.Phase;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.message.Failure;
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.Optional;

/** What a run does that must not make its next call, because a limit of spending is reached. */
final class BudgetRules {

  private BudgetRules() {}

  /** Returns the step instead of the call; empty if the call may be made. */
  static Optional<NextStep> instead(RunState state, Phase phase, Instant now) {
    return state
        .consumption()
        .allowance()
        .crossed()
        .filter(crossing -> crossing.isInForce(now))
        .map(crossing -> instead(state, phase, crossing));
  }

  private static NextStep instead(RunState state, Phase phase, LimitCrossing crossing) {
    return fails(state, crossing)
        ? new NextStep.FailPhase(phase, new Failure("budget_exceeded", crossing.message()))
        : new NextStep.AwaitBudget(phase, crossing, crossing.until());
  }

  /**
   * The share of a child run is its parent's to raise, and the parent waits for the child run. A
   * run whose contents are not recorded cannot continue after a wait.
   */
  private static boolean fails(RunState state, LimitCrossing crossing) {
    boolean ofTheRun = crossing.kind().isOfTheRun();
    return !state.agent().recordsContent()
        || (ofTheRun && state.delegation().isPresent())
        || (ofTheRun
            && state.budget().onExceeded().filter(Budget.OnExceeded.FAIL::equals).isPresent());
  }
}
