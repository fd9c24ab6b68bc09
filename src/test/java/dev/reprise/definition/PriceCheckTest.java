package dev.reprise.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.budget.DayBudgetSettings;
import dev.reprise.budget.DayBudgets;
import dev.reprise.budget.DayLimit.Unit;
import dev.reprise.budget.UnitLimits;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.Budgets;
import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.model.price.PriceFixture;
import dev.reprise.model.price.Prices;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.tool.policy.CostGates;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PriceCheckTest {

  private static final String ASKS =
      "model odd of scripted has no price, so a person must approve each of its calls";
  private static final String HELD_UP =
      "model odd of scripted has no price, so limits of US dollars hold up its calls";

  private Prices prices = PriceFixture.none();
  private DayBudgetSettings days = DayBudgetSettings.NONE;
  private Map<String, String> settings = Map.of();

  @Test
  void warnsWhereAPersonWillBeAsked() {
    assertThat(check().warnings("", agent(Budget.NONE))).containsExactly(ASKS);
    assertThat(check().warnings("", agent(Budgets.usd("5"))))
        .containsExactly(ASKS + ", and limits of US dollars hold up its calls");
  }

  @Test
  void warnsWhereDollarsAreLimited() {
    settings = Map.of("reprise.approvals.tenant.acme.ask-without-price", "false");

    assertThat(check().warnings("acme", agent(Budget.NONE))).isEmpty();
    assertThat(check().warnings("other", agent(Budget.NONE))).containsExactly(ASKS);
    assertThat(check().warnings("acme", agent(Budgets.usd("5")))).containsExactly(HELD_UP);

    days = new DayBudgetSettings(Map.of(Unit.USD, UnitLimits.ofAll(BigDecimal.TEN)));
    assertThat(check().warnings("acme", agent(Budget.NONE))).containsExactly(HELD_UP);
  }

  @Test
  void warnsOfNoModelThatHasAPriceOrCostsNothing() {
    prices = PriceFixture.scripted("1", "2");
    assertThat(check().warnings("", agent(Budgets.usd("5")))).isEmpty();

    prices = PriceFixture.unlisted(); // on a server without providers of its own
    assertThat(check().warnings("", agent(Budget.NONE))).isEmpty();

    prices = Prices.builtIn();
    assertThat(check().warnings("", agent(Budgets.usd("5")))).isEmpty();
  }

  private PriceCheck check() {
    return new PriceCheck(
        prices,
        new CostGates(TestConfig.of(settings)),
        new DayBudgets(
            days, tenant -> Map.of(), new Database(TestDatabases.derby()), Clock.systemUTC()));
  }

  private static AgentDefinition agent(Budget budget) {
    return Agents.agent("clerk")
        .model(new ModelChoice("scripted", "odd", JsonValue.EMPTY_OBJECT))
        .phase("only")
        .budget(budget)
        .build();
  }
}
