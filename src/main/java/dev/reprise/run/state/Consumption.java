package dev.reprise.run.state;

import dev.reprise.agent.Cost;
import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.budget.Allowance;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.budget.Spending;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What a run's model calls and tool calls used and cost, and what holds them up. Tested by {@code
 * UnansweredCallTest}.
 *
 * @param iterations model replies since the run began or was retried, including those of its child
 *     runs; the run's limit counts them
 * @param usage of all model calls of the run
 * @param inherited the part of {@code usage} that the runs used from which this one was forked
 * @param cost of all model calls of the run
 * @param inheritedCost the part of {@code cost} that those runs paid
 * @param delegated what the child runs that have ended used
 * @param tools what else counts towards the budget of the run itself: attempts of tool calls with
 *     the costs that the tools declare, model calls without an answer as they were expected, and
 *     the number of the model calls that {@code iterations} does not count
 * @param allowance what people granted the run
 */
public record Consumption(
    int iterations,
    Usage usage,
    Usage inherited,
    TotalCost cost,
    TotalCost inheritedCost,
    DelegatedUsage delegated,
    Spending tools,
    Allowance allowance) {

  static final Consumption NONE =
      new Consumption(
          0,
          Usage.NONE,
          Usage.NONE,
          TotalCost.NONE,
          TotalCost.NONE,
          DelegatedUsage.NONE,
          Spending.NONE,
          Allowance.NONE);

  /** Returns what the run and its child runs used together. */
  DelegatedUsage total() {
    boolean isAlone = delegated.runs() == 0; // as most runs are, and each append asks
    return new DelegatedUsage(
            1 + delegated.runs(),
            iterations,
            isAlone ? usage : usage.plus(delegated.usage()),
            isAlone ? cost : cost.plus(delegated.cost()),
            delegated.tools())
        .plusTools(tools);
  }

  /** Returns what the run and its child runs spent, without what the run inherited. */
  public Spending spent() {
    Spending together = total().spending();
    return inherited.equals(Usage.NONE) && inheritedCost.equals(TotalCost.NONE)
        ? together
        : together.minus(new Spending(inheritedCost.amount(), inherited.tokens(), 0, 0));
  }

  /** Adds a model reply of a phase. */
  Consumption plusReply(Usage more, Optional<Cost> price) {
    return plus(iterations + 1, more, price, tools);
  }

  /** Adds a model call that is no iteration of a phase, such as one for a summary. */
  Consumption plus(Usage more, Optional<Cost> price) {
    return plus(iterations, more, price, tools.plus(Spending.ofModelCalls(1)));
  }

  private Consumption plus(int replies, Usage more, Optional<Cost> price, Spending others) {
    return new Consumption(
        replies,
        usage.plus(more),
        inherited,
        cost.plus(price),
        inheritedCost,
        delegated,
        others,
        allowance.afterModelCall());
  }

  /** Adds a model call without an answer, as it was expected. It uses up an approval too. */
  Consumption plusUnanswered(Usage expected, Optional<Cost> price) {
    BigDecimal usd = price.flatMap(Cost::usd).orElse(BigDecimal.ZERO);
    return plus(new Spending(usd, expected.tokens(), 1, 0)).with(Allowance::afterModelCall);
  }

  /** Adds what a child run used. */
  Consumption plus(DelegatedUsage child) {
    return new Consumption(
        iterations + child.iterations(),
        usage,
        inherited,
        cost,
        inheritedCost,
        delegated.plus(child),
        tools,
        allowance);
  }

  /** Adds an attempt at a tool call, or what it did cost beyond what it was expected to. */
  Consumption plus(Spending more) {
    return new Consumption(
        iterations, usage, inherited, cost, inheritedCost, delegated, tools.plus(more), allowance);
  }

  /** Returns the consumption with another allowance. */
  Consumption with(UnaryOperator<Allowance> change) {
    return new Consumption(
        iterations,
        usage,
        inherited,
        cost,
        inheritedCost,
        delegated,
        tools,
        change.apply(allowance));
  }

  /** Returns the consumption with a fresh count of iterations; the budget counts on. */
  Consumption retried() {
    return new Consumption(
        0,
        usage,
        inherited,
        cost,
        inheritedCost,
        delegated,
        tools.plus(Spending.ofModelCalls(iterations)),
        allowance.continued(Optional.empty()));
  }

  /**
   * Returns the consumption with which a fork begins: all of it so far is inherited. Its limits are
   * not above its agent's, whatever an operator has allowed the other run.
   */
  Consumption forked(Budget agents) {
    return new Consumption(
        0,
        usage,
        usage,
        cost,
        cost,
        DelegatedUsage.NONE,
        Spending.NONE,
        allowance.continued(Optional.empty()).within(agents));
  }
}
