package dev.reprise.execution.budget;

import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.budget.LimitCrossing.Kind;
import dev.reprise.agent.budget.Spending;
import dev.reprise.run.state.RunState;
import dev.reprise.tool.policy.CostLimits;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The limits of a run's budget, and which of them a call would cross.
 *
 * @param budget what the run and its child runs may spend together
 */
record RunLimits(Budget budget, RunState state, Instant now) {

  /**
   * The estimate of an approved call may have grown meanwhile by what people wrote to the run; from
   * this factor on, they are asked again.
   */
  private static final BigDecimal TOLERANCE = new BigDecimal("1.25");

  RunLimits(RunState state, Instant now) {
    this(state.budget(), state, now);
  }

  /** Returns the limit that a model call would cross, whatever it costs by itself. */
  Optional<LimitCrossing> crossedByModelCall(ModelCallEstimates.Expected expected) {
    return budget.hasLimit() ? crossedBySpending(state.budgetSpent(), expected) : crossedByTime();
  }

  private Optional<LimitCrossing> crossedBySpending(
      Spending spent, ModelCallEstimates.Expected expected) {
    return crossed(Kind.RUN_USD, budget.usd(), spent.usd(), expected.usd())
        .or(
            () ->
                crossed(
                    Kind.RUN_TOKENS,
                    budget.tokens().map(BigDecimal::valueOf),
                    BigDecimal.valueOf(spent.tokens()),
                    Optional.of(BigDecimal.valueOf(expected.usage().tokens()))))
        .or(
            () ->
                crossed(
                    Kind.RUN_MODEL_CALLS,
                    budget.modelCalls().map(BigDecimal::valueOf),
                    BigDecimal.valueOf(spent.modelCalls()),
                    Optional.of(BigDecimal.ONE)))
        .or(this::crossedByTime);
  }

  /** Returns the limit that tool calls would cross. */
  Optional<LimitCrossing> crossedByTools(int calls, BigDecimal usd) {
    if (!budget.hasLimit()) {
      return crossedByTime();
    }
    Spending spent = state.budgetSpent();
    Optional<LimitCrossing> byNumber =
        crossed(
            Kind.RUN_TOOL_CALLS,
            budget.toolCalls().map(BigDecimal::valueOf),
            BigDecimal.valueOf(spent.toolCalls()),
            Optional.of(BigDecimal.valueOf(calls)));
    Optional<LimitCrossing> byCost =
        usd.signum() == 0
            ? byNumber
            : byNumber.or(() -> crossed(Kind.RUN_USD, budget.usd(), spent.usd(), Optional.of(usd)));
    return byCost.or(this::crossedByTime);
  }

  /** How long a call takes is not known, so each begins that begins in time. */
  private Optional<LimitCrossing> crossedByTime() {
    return budget
        .time()
        .filter(limit -> elapsed().compareTo(limit) >= 0)
        .map(
            limit ->
                new LimitCrossing(
                    Kind.RUN_TIME,
                    BigDecimal.valueOf(limit.toSeconds()),
                    BigDecimal.valueOf(elapsed().toSeconds()),
                    Optional.empty(),
                    Optional.empty()));
  }

  /** Returns how long the run has taken. */
  private Duration elapsed() {
    return state.clock().elapsed(now);
  }

  /**
   * Returns the limit of one call that a model call would cross without an approval. A call that is
   * charged at a price that is not known counts as expensive.
   *
   * @param gate which calls a person must approve, as far as the budget does not say it
   */
  Optional<LimitCrossing> crossedByPrice(ModelCallEstimates.Expected expected, CostLimits gate) {
    BigDecimal limit = budget.usdPerCall().orElse(gate.askFrom());
    boolean isExpensive =
        expected
            .usd()
            .map(usd -> usd.compareTo(limit) >= 0)
            .orElse(expected.lacksPrice() && gate.asksWithoutPrice());
    boolean isApproved =
        approvedCall()
            .filter(most -> expected.usd().stream().allMatch(usd -> covers(most, usd)))
            .isPresent();
    return isExpensive && !isApproved
        ? Optional.of(
            new LimitCrossing(
                Kind.CALL_USD, limit, BigDecimal.ZERO, expected.usd(), Optional.empty()))
        : Optional.empty();
  }

  /** Returns what the next model call may cost because a person approved it. */
  private Optional<BigDecimal> approvedCall() {
    return state.consumption().allowance().approvedCall();
  }

  private static boolean covers(BigDecimal approved, BigDecimal usd) {
    return usd.compareTo(approved.multiply(TOLERANCE)) <= 0;
  }

  /** A call whose need is not known cannot be kept within a limit, so it crosses each. */
  private static Optional<LimitCrossing> crossed(
      Kind kind, Optional<BigDecimal> limit, BigDecimal spent, Optional<BigDecimal> needed) {
    return limit
        .filter(most -> needed.filter(more -> spent.add(more).compareTo(most) <= 0).isEmpty())
        .map(most -> new LimitCrossing(kind, most, spent, needed, Optional.empty()));
  }
}
