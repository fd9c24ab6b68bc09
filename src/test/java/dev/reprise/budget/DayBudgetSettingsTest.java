package dev.reprise.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.budget.DayLimit.Scope;
import dev.reprise.budget.DayLimit.Unit;
import dev.reprise.fixture.TestConfig;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which limits of a day follow from the configuration. */
class DayBudgetSettingsTest {

  private static final LocalDate DAY = LocalDate.parse("2026-01-01");

  @Test
  void haveNoLimitsByDefault() {
    DayBudgetSettings none = DayBudgetSettings.read(TestConfig.empty());

    assertThat(none).isEqualTo(DayBudgetSettings.NONE);
    assertThat(none.isEmpty()).isTrue();
    assertThat(none.limits("acme", "clerk", DAY)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "day-usd,         USD",
    "day-tokens,      TOKENS",
    "day-model-calls, MODEL_CALLS",
    "day-tool-calls,  TOOL_CALLS"
  })
  void haveALimitOfEachUnitForAllForOneTenantAndForAnAgent(String name, Unit unit) {
    DayBudgetSettings settings =
        read(
            Map.of(
                "reprise.budgets." + name, "300",
                "reprise.budgets.tenant.acme." + name, "200",
                "reprise.budgets.agent.clerk." + name, "100"));

    assertThat(settings.limits("acme", "clerk", DAY))
        .containsExactly(
            limit(Scope.ofAgent("acme", "clerk"), unit, 100),
            limit(Scope.ofTenant("acme"), unit, 200));
    assertThat(settings.limits("beta", "other", DAY))
        .containsExactly(limit(Scope.ofTenant("beta"), unit, 300));
    assertThat(Unit.values()).filteredOn(settings::has).containsExactly(unit);
  }

  @Test
  void leaveATenantTheLimitsOfAllInOtherUnits() {
    DayBudgetSettings settings =
        read(
            Map.of(
                "reprise.budgets.day-tokens", "300",
                "reprise.budgets.tenant.acme.day-usd", "2"));

    assertThat(settings.limits("acme", "clerk", DAY))
        .containsExactly(
            limit(Scope.ofTenant("acme"), Unit.USD, 2),
            limit(Scope.ofTenant("acme"), Unit.TOKENS, 300));
  }

  @Test
  void areListedWithThoseOfTheTenantFirst() {
    DayBudgetSettings settings =
        read(
            Map.of(
                "reprise.budgets.agent.writer.day-usd", "1",
                "reprise.budgets.agent.clerk.day-tool-calls", "2",
                "reprise.budgets.agent.clerk.day-usd", "3",
                "reprise.budgets.day-tool-calls", "4"));

    assertThat(settings.limits("acme", DAY))
        .containsExactly(
            limit(Scope.ofTenant("acme"), Unit.TOOL_CALLS, 4),
            limit(Scope.ofAgent("acme", "clerk"), Unit.USD, 3),
            limit(Scope.ofAgent("acme", "clerk"), Unit.TOOL_CALLS, 2),
            limit(Scope.ofAgent("acme", "writer"), Unit.USD, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reprise.budgets.tenant.acme.day-euros",
        "reprise.budgets.tenant.day-tokens",
        "reprise.budgets.agent.clerk.day-usd.x",
        "reprise.budgets.agent..day-usd"
      })
  void areRefusedIfANameIsWrong(String property) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(Map.of(property, "1")))
        .withMessageContaining("'%s' must be reprise.budgets.".formatted(property))
        .withMessageContaining("[day-usd, day-tokens, day-model-calls, day-tool-calls]");
  }

  @ParameterizedTest
  @CsvSource({
    "reprise.budgets.day-usd,                  -1",
    "reprise.budgets.day-tokens,               1.5",
    "reprise.budgets.tenant.acme.day-tokens,   1000000000001",
    "reprise.budgets.agent.clerk.day-tool-calls, -1",
    "reprise.budgets.day-model-calls,          many"
  })
  void areRefusedIfAValueIsNoAmount(String property, String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(Map.of(property, value)))
        .withMessageContaining(property + " must be ");
  }

  private static DayLimit limit(Scope scope, Unit unit, long amount) {
    return new DayLimit(scope, unit, DAY, BigDecimal.valueOf(amount));
  }

  private static DayBudgetSettings read(Map<String, String> properties) {
    return DayBudgetSettings.read(TestConfig.of(properties));
  }
}
