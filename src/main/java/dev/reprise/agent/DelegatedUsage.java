package dev.reprise.agent;

import dev.reprise.agent.budget.Spending;
import java.util.Optional;

/**
 * The total usage of the child runs of a run.
 *
 * @param runs the number of child runs, including the children of children
 * @param iterations the number of their model calls
 * @param usage the tokens of their model calls
 * @param cost the cost of their model calls
 * @param tools what else counts towards a budget: their tool calls with the costs that the tools
 *     declare, and their model calls without an answer; empty for none
 */
public record DelegatedUsage(
    int runs, int iterations, Usage usage, TotalCost cost, Optional<Spending> tools) {

  /** The usage of no runs. */
  public static final DelegatedUsage NONE = new DelegatedUsage(0, 0, Usage.NONE, TotalCost.NONE);

  /** Creates the usage of runs without tool calls. */
  public DelegatedUsage(int runs, int iterations, Usage usage, TotalCost cost) {
    this(runs, iterations, usage, cost, Optional.empty());
  }

  /** Returns the sum. */
  public DelegatedUsage plus(DelegatedUsage more) {
    return new DelegatedUsage(
        runs + more.runs,
        iterations + more.iterations,
        usage.plus(more.usage),
        cost.plus(more.cost),
        tools.map(it -> it.plus(more.tools.orElse(Spending.NONE))).or(() -> more.tools));
  }

  /** Returns the usage with more of what else counts towards a budget. */
  public DelegatedUsage plusTools(Spending more) {
    return more.equals(Spending.NONE)
        ? this
        : new DelegatedUsage(
            runs,
            iterations,
            usage,
            cost,
            Optional.of(tools.map(it -> it.plus(more)).orElse(more)));
  }

  /** Returns what of it counts towards a budget. */
  public Spending spending() {
    return new Spending(cost.amount(), usage.tokens(), iterations, 0)
        .plus(tools.orElse(Spending.NONE));
  }
}
