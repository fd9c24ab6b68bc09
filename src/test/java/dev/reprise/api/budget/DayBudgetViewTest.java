package dev.reprise.api.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.api.budget.BudgetsResource.DayBudgetView;
import dev.reprise.api.http.ApiJson;
import dev.reprise.budget.DayBudget;
import dev.reprise.budget.DayLimit;
import dev.reprise.budget.DayLimit.Scope;
import dev.reprise.budget.DayLimit.Unit;
import java.math.BigDecimal;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients see in which unit a limit of the day is. */
class DayBudgetViewTest {

  @ParameterizedTest
  @CsvSource({"TOKENS, tokens", "MODEL_CALLS, modelCalls", "TOOL_CALLS, toolCalls"})
  void hasAUnitAndNoCurrencyIfItIsACount(Unit unit, String shown) {
    assertThat(json(Scope.ofAgent("acme", "clerk"), unit, "100", "30"))
        .isEqualTo(
            """
            {"agent":"clerk","unit":"%s","limit":100,"spent":30,"left":70,"until":"2026-01-02T00:00:00Z"}"""
                .formatted(shown));
  }

  @Test
  void hasACurrencyIfItIsMoney() {
    assertThat(json(Scope.ofTenant("acme"), Unit.USD, "1.50", "2.000000"))
        .isEqualTo(
            """
            {"unit":"usd","limit":1.50,"spent":2.000000,"left":0,"currency":"USD","until":"2026-01-02T00:00:00Z"}""");
  }

  private static String json(Scope scope, Unit unit, String limit, String taken) {
    var day = new DayLimit(scope, unit, LocalDate.parse("2026-01-01"), new BigDecimal(limit));
    return ApiJson.mapper()
        .valueToTree(DayBudgetView.of(new DayBudget(day, new BigDecimal(taken))))
        .toString();
  }
}
