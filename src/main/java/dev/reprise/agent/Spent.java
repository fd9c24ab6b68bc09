package dev.reprise.agent;

/**
 * What runs used that worked for another one, all together.
 *
 * @param runs how many, those that they delegated to included
 * @param iterations how many model calls they made
 * @param usage of their models
 * @param cost of their models
 */
public record Spent(int runs, int iterations, Usage usage, Expense cost) {

  /** Nothing, by nobody. */
  public static final Spent NONE = new Spent(0, 0, Usage.NONE, Expense.NONE);

  /** Returns both together. */
  public Spent plus(Spent more) {
    return new Spent(
        runs + more.runs,
        iterations + more.iterations,
        usage.plus(more.usage),
        cost.plus(more.cost));
  }
}
