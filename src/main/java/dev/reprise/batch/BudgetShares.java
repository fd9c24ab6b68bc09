package dev.reprise.batch;

import dev.reprise.agent.budget.Budget;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Divides the budget of a batch among its runs, so that all together never spend more. Each open
 * run has one equal share, which is the most that it may spend: the budget divided by the
 * concurrency. What a run leaves of its share is for later ones. When less than a share is left,
 * one run at a time gets the rest.
 *
 * <p>The shares follow from the limits and the totals alone, so a server that carries the batch on
 * knows those of the runs that it finds open.
 */
public final class BudgetShares {

  private final BatchLimits limits;
  private final Budget whole;
  private final Budget share;

  public BudgetShares(BatchLimits limits) {
    this.limits = limits;
    this.whole =
        new Budget(
            limits.usd(),
            limits.tokens(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(Budget.OnExceeded.FAIL));
    this.share = whole.dividedBy(limits.concurrency());
  }

  /**
   * Returns what a further run may spend.
   *
   * @param totals what ended runs have spent
   * @param open how many runs are open
   * @return empty if it must not begin before an open one has ended; a batch without a budget
   *     returns a budget without limits
   */
  public Optional<Budget> next(BatchTotals totals, int open) {
    if (!limits.hasBudget()) {
      return Optional.of(Budget.NONE);
    }
    Budget left = left(totals);
    if (fits(open + 1, left)) {
      return Optional.of(share);
    }
    return open == 0 && !isSpent(totals) ? Optional.of(left) : Optional.empty();
  }

  /** Returns whether nothing is left for any run. */
  public boolean isSpent(BatchTotals totals) {
    Budget left = left(totals);
    return left.usd().filter(usd -> usd.signum() == 0).isPresent()
        || left.tokens().filter(tokens -> tokens == 0).isPresent();
  }

  /** Returns whether less than one share is left. */
  public boolean isNearlySpent(BatchTotals totals) {
    return limits.hasBudget() && !fits(1, left(totals));
  }

  private Budget left(BatchTotals totals) {
    return new Budget(
        whole.usd().map(usd -> usd.subtract(totals.usd()).max(BigDecimal.ZERO)),
        whole.tokens().map(tokens -> Math.max(0, tokens - totals.tokens())),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        whole.onExceeded());
  }

  private boolean fits(int shares, Budget left) {
    return share.usd().stream()
            .allMatch(
                usd ->
                    usd.multiply(BigDecimal.valueOf(shares)).compareTo(left.usd().orElseThrow())
                        <= 0)
        && share.tokens().stream()
            .allMatch(tokens -> tokens * shares <= left.tokens().orElseThrow());
  }
}
