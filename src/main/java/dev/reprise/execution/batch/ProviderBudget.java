package dev.reprise.execution.batch;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.batch.Batch;
import dev.reprise.batch.Hold;
import dev.reprise.batch.ProviderBatch;
import dev.reprise.batch.store.ProviderCosts;
import dev.reprise.budget.CallAmounts;
import dev.reprise.budget.DayBudgets;
import dev.reprise.budget.DayLimit;
import dev.reprise.budget.Spender;
import dev.reprise.execution.budget.ModelCallEstimates;
import dev.reprise.model.ModelRequest;
import dev.reprise.tool.policy.ApprovalScope;
import dev.reprise.tool.policy.CostGates;
import dev.reprise.tool.policy.CostLimits;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * The money of batches of providers: what their replies are expected to cost is approved and
 * reserved before the provider gets the requests, and settled when the replies have come.
 */
@ApplicationScoped
class ProviderBudget {

  /** How much more than what was approved the requests may be expected to cost. */
  private static final BigDecimal TOLERANCE = new BigDecimal("1.25");

  private static final int DECIMALS = 6;

  /** A batch of the provider is not made for each amount that other calls give back. */
  private static final Duration SHORTEST_HOLD = Duration.ofMinutes(1);

  private final ModelCallEstimates estimates;
  private final CostGates gates;
  private final DayBudgets days;
  private final ProviderCosts costs;
  private final Clock clock;

  @Inject
  ProviderBudget(
      ModelCallEstimates estimates,
      CostGates gates,
      DayBudgets days,
      ProviderCosts costs,
      Clock clock) {
    this.estimates = estimates;
    this.gates = gates;
    this.days = days;
    this.costs = costs;
    this.clock = clock;
  }

  /**
   * Returns what the reply to the request of a run is expected to cost.
   *
   * @param price as a part of that of a single call
   */
  CallAmounts expected(UUID run, AgentDefinition agent, ModelRequest request, BigDecimal price) {
    ModelCallEstimates.Expected expected = expected(run, agent, request);
    return CallAmounts.ofModel(
        expected.usd().map(usd -> usd.multiply(price)), expected.usage().tokens());
  }

  /** Returns what the reply to the request of a run is expected to use, and to cost as a call. */
  ModelCallEstimates.Expected expected(UUID run, AgentDefinition agent, ModelRequest request) {
    var with = new ModelCallEstimates.AgentModel(agent.name(), request.model().id());
    return estimates.of(
        new ModelCallEstimates.Conversation(run + "/" + request.phase(), with),
        request.transcript().bytes());
  }

  /** Returns whether the agent's budget allows a run such a call. */
  static boolean allows(Budget agents, CallAmounts need) {
    return agents.usd().stream()
            .allMatch(most -> need.usd().filter(usd -> usd.compareTo(most) <= 0).isPresent())
        && agents.tokens().stream().allMatch(most -> need.tokens() <= most)
        && agents.modelCalls().stream().allMatch(most -> need.modelCalls() <= most);
  }

  /**
   * Returns why a person must approve the submissions of a batch; empty if that is not so, or was
   * done. All submissions together count like one expensive call, because nothing stops them once
   * the provider has them. Those of a model without a price are held until it has one, unless a
   * setting says otherwise.
   *
   * @param rest what the items that are not submitted are expected to cost
   */
  Optional<Hold> approval(Batch batch, AgentDefinition agent, CallAmounts rest) {
    CostLimits gate = gates.limits(new ApprovalScope(batch.tenant(), agent.name()));
    ModelId model = agent.models().first().id();
    if (rest.usd().isEmpty() && gate.asksWithoutPrice() && estimates.mayCharge(model.provider())) {
      return Optional.of(
          Hold.until(
              clock.instant().plus(SHORTEST_HOLD),
              "model %s has no price, so the cost of the provider's replies cannot be approved"
                  .formatted(model)));
    }
    BigDecimal from = agent.runPolicy().budget().usdPerCall().orElse(gate.askFrom());
    return rest.usd()
        .map(usd -> usd.add(costs.reserved(batch.id())))
        .map(ProviderBudget::rounded)
        .filter(usd -> usd.compareTo(from) >= 0)
        .filter(usd -> costs.approved(batch.id()).filter(it -> covers(it, usd)).isEmpty())
        .map(
            usd ->
                new Hold(
                    "the provider's replies are expected to cost %s USD, and a person must approve from %s USD on"
                        .formatted(usd.toPlainString(), from.toPlainString()),
                    Optional.empty(),
                    Optional.of(usd)));
  }

  private static BigDecimal rounded(BigDecimal usd) {
    return usd.setScale(DECIMALS, RoundingMode.UP);
  }

  private static boolean covers(BigDecimal approved, BigDecimal usd) {
    return usd.compareTo(approved.multiply(TOLERANCE)) <= 0;
  }

  /**
   * Reserves what as many items of a pack as possible need; the pack keeps these.
   *
   * @return the reservation; if a limit does not even allow one item, it is crossed
   */
  DayBudgets.Reservation reserve(Batch batch, SubmissionItems pack) {
    DayBudgets.Reservation reservation = days.reserve(spender(batch), pack.need());
    while (reservation.crossed().isPresent() && !pack.lines().isEmpty()) {
      pack.keep(fitting(pack.lines().size(), reservation.crossed().get()));
      if (!pack.lines().isEmpty()) {
        reservation = days.reserve(spender(batch), pack.need());
      }
    }
    return reservation;
  }

  /** Returns how many of so many calls fit, by what is left of the limit that they cross. */
  private static int fitting(int calls, LimitCrossing crossing) {
    BigDecimal left = crossing.limit().subtract(crossing.spent()).max(BigDecimal.ZERO);
    return crossing
        .needed()
        .filter(needed -> needed.signum() > 0)
        .map(
            needed ->
                left.multiply(BigDecimal.valueOf(calls))
                    .divide(needed, 0, RoundingMode.DOWN)
                    .min(BigDecimal.valueOf(calls - 1L))
                    .intValueExact())
        .orElse(0);
  }

  /** Returns why a batch is held that a limit of the day does not allow to go on. */
  Hold held(LimitCrossing crossing) {
    Instant soonest = clock.instant().plus(SHORTEST_HOLD);
    return Hold.until(
        crossing.until().filter(soonest::isBefore).orElse(soonest), crossing.message());
  }

  /** Returns what is reserved, as it is kept with the submission. */
  static ProviderBatch.Reserved reserved(CallAmounts need, DayBudgets.Reservation day) {
    return new ProviderBatch.Reserved(
        day.limits().stream().map(DayLimit::day).findFirst(),
        need.usd().map(ProviderBudget::rounded),
        need.tokens());
  }

  /** Counts a reservation as spent, because its calls outlive this server. */
  void commit(DayBudgets.Reservation reservation) {
    days.settle(reservation, reservation.reserved());
  }

  /** Gives a reservation back of which nothing was submitted. */
  void release(DayBudgets.Reservation reservation) {
    days.settle(reservation, CallAmounts.NONE);
  }

  /** Replaces what was counted for a batch of the provider by what its replies cost. */
  void settle(Batch batch, ProviderBatch of, CallAmounts used) {
    ProviderBatch.Reserved reserved = of.reserved();
    var counted = new CallAmounts(reserved.usd(), reserved.tokens(), of.requests(), 0);
    reserved.day().ifPresent(day -> days.correct(spender(batch), day, counted, used));
  }

  private static Spender spender(Batch batch) {
    return new Spender(batch.tenant(), batch.work().agent().name(), Optional.empty());
  }
}
