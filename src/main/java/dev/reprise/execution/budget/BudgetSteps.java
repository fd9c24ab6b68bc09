package dev.reprise.execution.budget;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.Cost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.budget.Spending;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.budget.CallAmounts;
import dev.reprise.budget.DayBudgets;
import dev.reprise.budget.DayLimit;
import dev.reprise.budget.Spender;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.approval.Submitter;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.Consumption;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.policy.ApprovalScope;
import dev.reprise.tool.policy.CallCosts;
import dev.reprise.tool.policy.CostGates;
import dev.reprise.tool.policy.CostLimits;
import dev.reprise.tool.policy.ExpectedCost;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks before each call of a model or tool whether the run may spend what it needs. Tested by
 * {@code BudgetAtWorkTest}.
 */
@ApplicationScoped
public class BudgetSteps {

  private static final System.Logger LOG = System.getLogger(BudgetSteps.class.getName());

  private final ModelCallEstimates estimates;
  private final CostGates gates;
  private final ModelCallQuestions questions;
  private final DayBudgets days;
  private final ToolCatalogue tools;
  private final CallCosts costs;
  private final Clock clock;

  @Inject
  public BudgetSteps(
      ModelCallEstimates estimates,
      CostGates gates,
      ModelCallQuestions questions,
      DayBudgets days,
      ToolCatalogue tools,
      CallCosts costs,
      Clock clock) {
    this.estimates = estimates;
    this.days = days;
    this.gates = gates;
    this.questions = questions;
    this.tools = tools;
    this.costs = costs;
    this.clock = clock;
  }

  /**
   * Reserves what a call of a model is expected to need. If a limit does not allow the call,
   * records that.
   *
   * @return empty if the call must not be made
   */
  public Optional<ReservedCall> reserve(ActiveRun run, NextStep.CallModel step) {
    return reserve(run, ModelCall.of(run, step), step);
  }

  /** Reserves what a call for a summary is expected to need, like one for a reply. */
  public Optional<ReservedCall> reserve(ActiveRun run, NextStep.CompactTranscript step) {
    return reserve(run, ModelCall.of(run, step), step);
  }

  /**
   * Reserves calls of tools, and what they are expected to cost. If a limit does not allow them,
   * records that.
   *
   * @return empty if the calls must not be made
   */
  public Optional<Reserved> reserve(ActiveRun run, NextStep.CallTools step) {
    BigDecimal usd =
        step.calls().stream()
            .map(call -> expectedCost(run, call))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    Optional<LimitCrossing> crossing = limits(run).crossedByTools(step.calls().size(), usd);
    if (!isAllowed(run, step, crossing)) {
      return Optional.empty();
    }
    CallAmounts need =
        usd.signum() == 0 && !days.areLimited(DayLimit.Unit.TOOL_CALLS)
            ? CallAmounts.NONE
            : CallAmounts.ofTools(step.calls().size(), usd);
    DayBudgets.Reservation day = ofTheDay(run, need);
    return isAllowed(run, step, day.crossed())
        ? Optional.of(new Reserved(day, run.state().consumption()))
        : Optional.empty();
  }

  private BigDecimal expectedCost(ActiveRun run, ToolCall call) {
    String tenant = run.claim().tenant();
    return tools
        .find(tenant, call.tool())
        .flatMap(tool -> costs.expected(tenant, tool.declaration(), call))
        .filter(cost -> cost.currency().equals(Cost.CURRENCY))
        .map(ExpectedCost::amount)
        .orElse(BigDecimal.ZERO);
  }

  private DayBudgets.Reservation ofTheDay(ActiveRun run, CallAmounts need) {
    return days.reserve(spender(run), need);
  }

  private static Spender spender(ActiveRun run) {
    Optional<String> schedule = run.state().assignment().submitter().flatMap(Submitter::schedule);
    return new Spender(run.claim().tenant(), run.agent().name(), schedule);
  }

  private Optional<ReservedCall> reserve(ActiveRun run, ModelCall call, NextStep.InPhase step) {
    ModelCallEstimates.Expected expected = estimates.of(call.conversation(), call.bytes());
    CostLimits thresholds =
        gates.limits(new ApprovalScope(run.claim().tenant(), run.agent().name()));
    RunLimits limits = limits(run);
    Optional<LimitCrossing> unapproved =
        limits.crossedByPrice(expected, thresholds).map(it -> it.by(call.model().toString()));
    if (unapproved.isPresent() && !ask(run, call, unapproved.get())) {
      isAllowed(run, step, unapproved);
      return Optional.empty();
    }
    if (!isAllowed(
        run, step, limits.crossedByModelCall(expected).map(it -> it.by(call.model().toString())))) {
      return Optional.empty();
    }
    DayBudgets.Reservation day =
        ofTheDay(run, CallAmounts.ofModel(expected.usd(), expected.usage().tokens()));
    if (!isAllowed(run, step, day.crossed().map(it -> it.by(call.model().toString())))) {
      return Optional.empty();
    }
    Optional<CallEstimate> estimate =
        expected.usd().filter(usd -> usd.signum() > 0).map(usd -> judged(run, usd, thresholds));
    estimate
        .filter(it -> it.verdict() != CallEstimate.Verdict.PASSED)
        .ifPresent(it -> logExpected(run, call, it));
    return Optional.of(
        new ReservedCall(
            call,
            call.unanswered(expected, estimate),
            new Reserved(day, run.state().consumption())));
  }

  private RunLimits limits(ActiveRun run) {
    return new RunLimits(run.state(), clock.instant());
  }

  /** Records the question about an expensive call, and returns whether it needs no answer. */
  private boolean ask(ActiveRun run, ModelCall call, LimitCrossing unapproved) {
    ToolCallEvent.Asked question = questions.question(run, call, unapproved);
    Optional<HumanInputEvent> given = questions.withoutPeople(question);
    run.append(Stream.concat(Stream.<RunEvent>of(question), given.stream()).toList());
    return given.isPresent();
  }

  private static CallEstimate judged(ActiveRun run, BigDecimal usd, CostLimits thresholds) {
    boolean isApproved = run.state().consumption().allowance().approvedCall().isPresent();
    CallEstimate.Verdict made =
        usd.compareTo(thresholds.noticeFrom()) < 0
            ? CallEstimate.Verdict.PASSED
            : CallEstimate.Verdict.NOTICE;
    return new CallEstimate(usd, Cost.CURRENCY, isApproved ? CallEstimate.Verdict.ASKED : made);
  }

  private static void logExpected(ActiveRun run, ModelCall call, CallEstimate estimate) {
    LOG.log(
        INFO,
        "run %s, phase %s: the next call of %s is expected to cost %s; it is made"
            .formatted(run.id(), call.phase(), call.model(), estimate));
  }

  /**
   * What is reserved for calls.
   *
   * @param before what the run had used before the calls
   */
  public record Reserved(DayBudgets.Reservation day, Consumption before) {}

  /**
   * A call of a model for which amounts are reserved.
   *
   * @param ifUnanswered to be recorded if the call may have been made and its reply is lost
   */
  public record ReservedCall(
      ModelCall call, ModelEvent.Unanswered ifUnanswered, Reserved reserved) {}

  /**
   * Settles a reservation with what the run's record says the call did use, and learns from it. A
   * call that the provider refused costs nothing.
   */
  public void settle(ActiveRun run, ReservedCall call) {
    learn(run, call.call(), call.reserved().before());
    settle(run, call.reserved());
  }

  /**
   * Learns from a reply for which nothing was reserved, because the batch of the provider was.
   *
   * @param before what the run had used before it
   */
  public void learn(ActiveRun run, NextStep.CallModel step, Consumption before) {
    learn(run, ModelCall.of(run, step), before);
  }

  private void learn(ActiveRun run, ModelCall call, Consumption before) {
    Usage used = run.state().consumption().usage().minus(before.usage());
    estimates.learn(call.conversation(), call.bytes(), used);
  }

  /** Settles a reservation with what the run's record says the calls did use. */
  public void settle(ActiveRun run, Reserved reserved) {
    if (!reserved.day().isNothing()) {
      Spending after = run.state().consumption().spent();
      days.settle(reserved.day(), CallAmounts.of(after.minus(reserved.before().spent())));
    }
  }

  /**
   * Counts for the day what tool calls did cost, as their tools reported, beyond what they were
   * expected to.
   *
   * @param before what the run had used when the calls had begun
   */
  public void settleCharges(ActiveRun run, Consumption before) {
    Spending more = run.state().consumption().tools().minus(before.tools());
    if (more.usd().signum() != 0) {
      days.charge(spender(run), CallAmounts.of(more));
    }
  }

  /** Settles the reservation of a call that was taken from this thread, as it was expected. */
  public void settleAbandoned(ReservedCall call) {
    DayBudgets.Reservation day = call.reserved().day();
    days.settle(day, day.reserved());
  }

  /** Returns whether a call may be made, and records the limit that it would cross. */
  private static boolean isAllowed(
      ActiveRun run, NextStep.InPhase step, Optional<LimitCrossing> crossing) {
    crossing.ifPresent(
        limit -> {
          LOG.log(
              INFO,
              "run %s, phase %s: %s; the call is not made"
                  .formatted(run.id(), step.phase().name(), limit.message()));
          run.append(new PhaseEvent.BudgetReached(step.phase().name(), limit));
        });
    return crossing.isEmpty();
  }
}
