package dev.reprise.execution.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.batch.Batch;
import dev.reprise.batch.Hold;
import dev.reprise.batch.ProviderBatch;
import dev.reprise.batch.store.ProviderCosts;
import dev.reprise.budget.CallAmounts;
import dev.reprise.budget.DayBudgetSettings;
import dev.reprise.budget.DayBudgets;
import dev.reprise.budget.DayLimit.Unit;
import dev.reprise.budget.UnitLimits;
import dev.reprise.execution.budget.ModelCallEstimates;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.model.batch.BatchLine;
import dev.reprise.model.batch.ProviderBatchLimits;
import dev.reprise.model.price.PriceFixture;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.tool.policy.CostGates;
import dev.reprise.tool.policy.CostLimits;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No more is submitted to a provider than the limits of the day allow. */
class ProviderBudgetTest {

  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-28T12:00:00Z"), ZoneOffset.UTC);
  private static final Batch BATCH = Batches.running(8, Batches.totals(10, 0), Optional.empty());
  private static final AgentDefinition AGENT =
      Agents.agent("reader")
          .model(new ModelChoice("scripted", "large", JsonValue.EMPTY_OBJECT))
          .phase("read")
          .build();
  private static final BigDecimal PRICE = new BigDecimal("0.3");

  private final DayBudgets days =
      new DayBudgets(
          new DayBudgetSettings(Map.of(Unit.USD, UnitLimits.ofAll(BigDecimal.ONE))),
          tenant -> Map.of(),
          new Database(TestDatabases.derby()),
          NOON);
  private final ProviderBudget budget =
      new ProviderBudget(
          new ModelCallEstimates(PriceFixture.none()),
          new CostGates(CostLimits.DEFAULT),
          days,
          new ProviderCosts(new Database(TestDatabases.derby())),
          NOON);

  @BeforeEach
  void nothingIsSpent() throws SQLException {
    JdbcTransaction.single(TestDatabases.derby(), it -> it.update("DELETE FROM budget_day"));
  }

  @Test
  void aPackKeepsTheItemsThatFit() throws SQLException {
    SubmissionItems first = pack(10);
    DayBudgets.Reservation reserved = budget.reserve(BATCH, first);
    assertThat(reserved.crossed()).isEmpty();
    assertThat(first.positions()).containsExactly(1, 2, 3);
    budget.commit(reserved);

    SubmissionItems second = pack(2);
    DayBudgets.Reservation refused = budget.reserve(BATCH, second);

    assertThat(second.lines()).isEmpty();
    assertThat(refused.crossed()).isPresent();
    assertThat(budget.held(refused.crossed().orElseThrow()).until())
        .contains(Instant.parse("2026-11-29T00:00:00Z"));
    assertThat(spent()).isEqualByComparingTo("0.9");
  }

  @Test
  void whatRepliesCostTakesThePlaceOfWhatWasReserved() throws SQLException {
    SubmissionItems pack = pack(3);
    DayBudgets.Reservation reserved = budget.reserve(BATCH, pack);
    budget.commit(reserved);
    BigDecimal before = spent();
    var sent =
        new ProviderBatch(
            UUID.randomUUID(),
            BATCH.id(),
            "acme",
            Optional.empty(),
            3,
            ProviderBatch.State.COLLECTED,
            NOON.instant(),
            ProviderBudget.reserved(pack.need(), reserved));

    budget.settle(BATCH, sent, CallAmounts.ofModel(Optional.of(new BigDecimal("0.2")), 5));

    assertThat(spent()).isEqualByComparingTo(before.subtract(new BigDecimal("0.7")));
  }

  @Test
  void requestsToAModelWithoutAPriceAreHeld() {
    var unknown = CallAmounts.ofModel(Optional.empty(), 100);

    Hold hold = budget.approval(BATCH, AGENT, unknown).orElseThrow();

    assertThat(hold.reason())
        .isEqualTo(
            "model large of scripted has no price, so the cost of the provider's replies cannot be approved");
    assertThat(hold.until()).contains(NOON.instant().plusSeconds(60));
    assertThat(hold.neededUsd()).isEmpty();
    assertThat(budget.approval(BATCH, AGENT, CallAmounts.ofModel(Optional.of(PRICE), 100)))
        .isEmpty();
  }

  @Test
  void aCallBeyondTheAgentsBudgetIsNotAllowed() {
    var need = CallAmounts.ofModel(Optional.of(PRICE), 100);
    assertThat(ProviderBudget.allows(Budget.NONE, need)).isTrue();
    assertThat(ProviderBudget.allows(usd("0.3"), need)).isTrue();
    assertThat(ProviderBudget.allows(usd("0.29"), need)).isFalse();
    assertThat(ProviderBudget.allows(usd("9"), CallAmounts.ofModel(Optional.empty(), 100)))
        .as("without a price")
        .isFalse();
  }

  private static Budget usd(String most) {
    return new Budget(
        Optional.of(new BigDecimal(most)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static SubmissionItems pack(int items) {
    var pack = new SubmissionItems(new ProviderBatchLimits(100, 1_000_000));
    for (int i = 1; i <= items; i++) {
      pack.add(i, Optional.of(new BatchLine("{}")), CallAmounts.ofModel(Optional.of(PRICE), 100));
    }
    return pack;
  }

  private BigDecimal spent() throws SQLException {
    return days.ofToday("acme").stream().map(it -> it.taken()).findFirst().orElse(BigDecimal.ZERO);
  }
}
