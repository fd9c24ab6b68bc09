package dev.reprise.agent;

/**
 * The total usage of the child runs of a run.
 *
 * @param runs the number of child runs, including the children of children
 * @param iterations the number of their model calls
 * @param usage the tokens of their model calls
 * @param cost the cost of their model calls
 */
public record DelegatedUsage(int runs, int iterations, Usage usage, TotalCost cost) {

  /** The usage of no runs. */
  public static final DelegatedUsage NONE = new DelegatedUsage(0, 0, Usage.NONE, TotalCost.NONE);

  /** Returns the sum. */
  public DelegatedUsage plus(DelegatedUsage more) {
    return new DelegatedUsage(
        runs + more.runs,
        iterations + more.iterations,
        usage.plus(more.usage),
        cost.plus(more.cost));
  }
}
