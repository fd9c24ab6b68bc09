package dev.reprise.agent;

/**
 * What runs used that worked for another one, all together.
 *
 * @param runs how many, those that they delegated to included
 * @param iterations how many model calls they made
 * @param usage of their models
 * @param cost of their models
 */
public record DelegatedUsage(int runs, int iterations, Usage usage, TotalCost cost) {

  /** Nothing, by nobody. */
  public static final DelegatedUsage NONE = new DelegatedUsage(0, 0, Usage.NONE, TotalCost.NONE);

  /** Returns both together. */
  public DelegatedUsage plus(DelegatedUsage more) {
    return new DelegatedUsage(
        runs + more.runs,
        iterations + more.iterations,
        usage.plus(more.usage),
        cost.plus(more.cost));
  }
}
